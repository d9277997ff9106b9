// Two installations and another program on one KurrentDB.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { eventTypeFilter, jsonEvent, START, streamNameFilter } from '@kurrent/kurrentdb-client'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { foreignProgram } from '../../testbed/stores/kurrentdb/foreign.js'
import type { TestKurrentdb } from '../../testbed/stores/kurrentdb/open.js'
import { testDatabase } from '../../testbed/stores/mongo/database.js'
import { describeKurrentdb } from '../support/describeKurrentdb.js'
import { describeMongo } from '../support/describeMongo.js'

/** Writes of the other program before the services start; each is several events. */
const BEFORE = 2_000
/** Of an event on the wire, at least: its id, its stream, its type, its position. */
const OVERHEAD_BYTES = 100

describeKurrentdb('a KurrentDB with two installations and another program', (openServer) =>
  describeMongo('on MongoDB', (mongo) => {
    let server: TestKurrentdb
    let foreign: ReturnType<typeof foreignProgram>
    const databases = [testDatabase(mongo), testDatabase(mongo)]
    const secret = randomBytes(32).toString('base64')
    const services: InProcessService[] = []
    let isWriting = true
    let writing: Promise<void>

    const open = (installation: number) =>
      start({
        env: {
          MONGODB_URL: databases[installation]!.url,
          SECRET_KEY: secret,
          KURRENTDB_URL: server.url,
          KURRENTDB_STREAM_PREFIX: prefixOf(installation),
        },
      })
    /** One prefix begins with the other, and looks like a stream of it. */
    const prefixOf = (installation: number) => `${server.prefix}${installation === 0 ? '' : 'account.'}`

    async function verify(service: InProcessService, count: number) {
      const { id, key } = await service.account()
      let request = ''
      for (let done = 0; done < count; done++) {
        const { status, headers } = await service.request('POST', '/v1/verify', {
          key,
          body: { email: 'ada@explicit.mailproof.net' },
        })
        expect(status).toBe(200)
        request = String(headers['x-request-id'])
      }
      return { id, key, request }
    }

    /** All events that a filter finds, by the plain client. */
    async function find(filter: ReturnType<typeof streamNameFilter>) {
      const found = []
      for await (const { event } of foreign.client.readAll({ fromPosition: START, filter }))
        if (event) found.push(event)
      return found
    }

    beforeAll(async () => {
      server = await openServer()
      foreign = foreignProgram(server.standIn ?? server.url)
      for (let write = 0; write < BEFORE; write++) await foreign.write()
      for (const installation of [0, 1]) services.push(await open(installation))
      writing = (async () => {
        while (isWriting) await foreign.write()
      })()
    })
    afterAll(async () => {
      isWriting = false
      await Promise.allSettled([writing])
      for (const service of services) await service.stop()
      for (const { drop } of databases) await drop()
      await foreign.close()
      await server.close()
    })

    test('each installation answers for its own events, while the other and the other program write', async () => {
      const counts = [3, 5]
      const accounts = await Promise.all(services.map((service, index) => verify(service, counts[index]!)))
      for (const [index, service] of services.entries()) {
        const { key } = accounts[index]!
        await eventually(
          () => service.usage(key),
          ({ verifications }) => verifications === counts[index],
        )
        const { body } = await service.request('GET', '/health/ready')
        expect(body.status).toBe('ok')
        const [other] = accounts.filter((account) => account.key !== key)
        expect((await service.request('GET', '/v1/stats', { key: other!.key })).status).toBe(401)
      }
    })

    test('an event of another type, and one that is not JSON, in our own streams stop nothing', async () => {
      const [service] = services
      const { id, key } = await verify(service!, 1)
      await foreign.client.appendToStream(
        `${server.prefix}account-${id}`,
        jsonEvent({ type: 'Noted', data: { by: 'them' } }),
      )
      await foreign.writeBroken(`${server.prefix}usage-${id}`, 'Garbled')
      const made = await service!.generate(key, { name: 'after it' })
      expect((await service!.request('POST', '/v1/verify', { key: made.key, body: { email: 'a' } })).status).toBe(200)
      await eventually(
        () => service!.usage(key),
        ({ verifications }) => verifications === 2,
      )
      expect((await service!.request('GET', '/health/ready')).body.status).toBe('ok')
    })

    test('our events are found by category, type and correlation with the plain client', async () => {
      const { id, request } = await verify(services[0]!, 1)
      const category = await find(streamNameFilter({ prefixes: [`${server.prefix}account-`] }))
      expect(category.map(({ streamId }) => streamId)).toContain(`${server.prefix}account-${id}`)
      expect(new Set(category.map(({ streamId }) => streamId.split('-')[0]))).toEqual(
        new Set([`${server.prefix}account`]),
      )
      const typed = await find(eventTypeFilter({ prefixes: ['AddressVerified'] }))
      const ours = typed.filter(({ streamId }) => streamId.startsWith(`${server.prefix}usage-`))
      expect(ours.length).toBeGreaterThan(0)
      const correlated = ours.filter(
        ({ metadata }) => (metadata as { $correlationId?: string }).$correlationId === request,
      )
      expect(correlated).toHaveLength(1)
    })

    test('a start reads nothing of what others have written', async () => {
      const { key } = await verify(services[0]!, 1)
      await services.shift()!.stop()
      const sentBefore = server.standIn?.sent() ?? 0
      services.unshift(await open(0))
      expect((await services[0]!.usage(key)).verifications).toBe(1)
      if (!server.standIn) return
      const theirs = server.standIn.log.all().filter(({ stream }) => !stream.startsWith(server.prefix))
      const bytes = theirs.reduce((sum, { data, metadata }) => sum + data.length + metadata.length + OVERHEAD_BYTES, 0)
      expect(server.standIn.sent() - sentBefore).toBeLessThan(bytes / 2)
    })
  }),
)
