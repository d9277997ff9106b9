// `mailproof migrate` moves an installation completely, and its source stays unchanged.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createMongoDocumentStore } from '../../src/adapters/documents/mongodb/documentStore.js'
import { connectMongo } from '../../src/adapters/mongodb/connect.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { silentLog } from '../../src/kernel/log.js'
import type { DocumentStore } from '../../src/kernel/ports/documentStore.js'
import { ended, silentAddresses, submit, upload } from '../../testbed/callers/batches.js'
import { hook, REACHABLE } from '../../testbed/callers/webhooks.js'
import { eventually } from '../../testbed/eventually.js'
import { collect } from '../../testbed/given/events.js'
import { type Receiver, startAcceptingReceiver, startReceiver } from '../../testbed/receivers/receiver.js'
import { readLog } from '../../testbed/records/readLog.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import type { Settings } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'
import { digestOf, openTarget, secretOf, type TargetShape, withoutPositions } from '../../testbed/stores/migration.js'
import type { Place } from '../../testbed/stores/place.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'
import { describeMongo } from '../support/describeMongo.js'

const KNOWN = 'ada@explicit.mailproof.net'
const LIMIT = 10
const USED = 4

/** Due work is polled for twice a minute. */
const SWEPT_MS = 90_000

const scratch = tempDirectory()
const embedded = join(scratch.path, 'embedded')
/** What users know of the installation before it is migrated. */
let before: Awaited<ReturnType<typeof live>>

/** A service's history, ended in the middle of a batch and with an undelivered webhook. */
async function live() {
  const api = await start({ env: { DATA_DIR: embedded, ...REACHABLE, DNS_TIMEOUT_MS: '60000' } })
  const taker = await startAcceptingReceiver(204)
  const ada = await api.account({ plan: 'growth' })
  const bob = await api.account({ perMonth: LIMIT })
  const eve = await api.account()
  const webhook = await hook(api, ada.key, taker.url, { events: ['verification.completed'] })
  const verify = (key: string, email: string) => api.call('verifyEmail', { key, body: { email, share_signals: true } })

  await verify(ada.key, KNOWN)
  const deliveries = () => api.call('listDeliveries', { key: ada.key, params: { webhookId: webhook.id } })
  await eventually(deliveries, ({ body }) => body.deliveries[0]?.status === 'delivered')
  await taker.close()
  for (let sent = 0; sent < USED; sent++) await verify(bob.key, `bob.${sent}@explicit.mailproof.net`)
  await verify(ada.key, 'somebody@null-mx.mailproof.net')
  await eventually(deliveries, ({ body }) => body.deliveries.length === 2 && body.deliveries[0].attempts.length === 1)

  const done = await upload(api, ada.key, `email\n${KNOWN}\ninfo@gmial.com\n`)
  await ended(api, ada.key, done)
  const command = { 'Idempotency-Key': 'a-key-for-the-shop' }
  const shop = (await api.call('generateKey', { key: ada.key, body: { name: 'shop' }, headers: command })).body.api_key
  await api.service.container.erasing.erase(eve.id, { id: 'operator', correlationId: 'c', commandId: 'c' })
  const open = await submit(api, ada.key, [...silentAddresses(api, 3), KNOWN])
  const answers = await answersOf(api, ada.key, done)
  await api.stopService()
  await api.stop()
  return { ada, bob, eve, webhook, done, open, shop, command, answers, port: taker.port }
}

/** Responses to an account that do not change by themselves. */
async function answersOf(api: InProcessService, key: string, batchId: string) {
  const results = await api.call('getBatchResults', { key, params: { batchId } })
  const download = await api.call('downloadBatch', { key, params: { batchId } })
  const account = await api.call('getAccount', { key })
  const contributions = await api.call('getPoolContributions', { key })
  const { body } = await api.call('listWebhooks', { key })
  const hooks = body.webhooks.map((webhook: Record<string, unknown>) =>
    ['id', 'url', 'events', 'created_at', 'last_failure_at'].map((member) => webhook[member]),
  )
  // The open batch continues to query the pool.
  const { timestamp, hit_rate, ...stats } = (await api.call('getPoolStats')).body
  return { results: results.body, file: download.text, account: account.body, pool: contributions.body, hooks, stats }
}

beforeAll(async () => {
  before = await live()
})
afterAll(() => scratch.remove())

describeMongo('migrating an embedded installation', (mongo) => {
  describe.each<TargetShape>(['mongodb', 'kurrentdb'])('to %s', (shape) => {
    const directory = join(scratch.path, shape)
    let place: Place
    let settings: Settings
    let untouched: Record<string, string>
    let moved: Awaited<ReturnType<typeof runCommandLine>>
    beforeAll(async () => {
      cpSync(embedded, directory, { recursive: true })
      place = await openTarget(shape, mongo)
      settings = { ...place.settings, DATA_DIR: directory, SECRET_KEY: secretOf(embedded), LOG_LEVEL: 'silent' }
      untouched = digestOf(directory)
      moved = await runCommandLine(['migrate', '--from', directory], settings)
    })
    afterAll(() => place.remove())

    test('prints one line with what was moved, and leaves the source unchanged', async () => {
      const { code, stdout } = moved
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: expect.stringMatching(
          /^Moved \d+ events, 3 data keys, 3 blobs, \d+ records from \S+\. Verified \d+ read models with \d+ documents: equal in both, SHA-256 [0-9a-f]{64}\n$/,
        ),
      })
      const { 'moved.json': word, ...after } = digestOf(directory)
      expect(after).toEqual(untouched)
      expect(word !== undefined).toBe(shape === 'mongodb')
    })

    test('keeps every event: id, order, revision, time', async () => {
      const old = await collect(readLog(embedded))
      expect(withoutPositions(await collect(readLog(settings)))).toEqual(withoutPositions(old))
      expect(stdoutNumber(moved, /Moved ([\d,]+) events/)).toBe(old.length)
    })

    test('is idempotent: a second run reports the same', async () => {
      const again = await runCommandLine(['migrate', '--from', directory, '--json'], settings)
      expect(again.code).toBe(0)
      const { outcome, summary } = JSON.parse(again.stdout)
      expect(outcome).toBe('already_moved')
      expect(moved.stdout).toContain(summary.hash)
      expect(await collect(readLog(settings))).toHaveLength(summary.events)
    })

    test("keeps every reactor's checkpoint at the same event", async () => {
      const old = await reactorsIn(
        createLmdbDocumentStore({ path: join(embedded, 'vault.mdb') }),
        await collect(readLog(embedded)),
      )
      const { db, close } = await connectMongo({ url: place.settings.MONGODB_URL!, log: silentLog })
      const now = await reactorsIn(createMongoDocumentStore({ db }), await collect(readLog(settings)))
      await close()
      expect(old.length).toBeGreaterThan(1)
      expect(now).toEqual(old)
    })

    test('produces read models that match the log, at its positions', async () => {
      const { code, stdout } = await runCommandLine(['projections', 'verify'], settings)
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.not.stringContaining('differs') })
    })

    describe('the service started afterwards', () => {
      let api: InProcessService
      let taker: Receiver
      beforeAll(async () => {
        const ok = 'HTTP/1.1 204 Taken\r\nContent-Length: 0\r\n\r\n'
        taker = await startReceiver((socket) => socket.end(ok), { port: before.port })
        api = await start({ env: { ...settings, ...REACHABLE } })
      })
      afterAll(async () => {
        await api.stop()
        await taker.close()
      })

      test('returns the same answers as before', async () => {
        expect(await answersOf(api, before.ada.key, before.done)).toEqual(before.answers)
      })

      test('rejects the keys of erased accounts', async () => {
        expect((await api.call('getAccount', { key: before.eve.key })).status).toBe(401)
      })

      test('completes the batch that was running', async () => {
        expect(await ended(api, before.ada.key, before.open)).toMatchObject({ status: 'completed', processed: 4 })
      })

      test('delivers pending webhooks once, and no delivered one again', async () => {
        const emails = () => taker.requests.map((request) => JSON.parse(request.split('\r\n\r\n')[1]!).data.email)
        const deliveries = () =>
          api.call('listDeliveries', { key: before.ada.key, params: { webhookId: before.webhook.id } })
        const isDelivered = ({ status }: { status: string }) => status === 'delivered'
        const { body } = await eventually(deliveries, ({ body }) => body.deliveries.every(isDelivered), SWEPT_MS)
        expect(body.deliveries).toHaveLength(2)
        expect(emails()).toEqual(['somebody@null-mx.mailproof.net'])
      })

      test('remembers idempotent calls, and replays the response of a repeated one', async () => {
        const again = { key: before.ada.key, body: { name: 'shop' }, headers: before.command }
        expect((await api.call('generateKey', again)).body.api_key).toBe(before.shop)
      })

      test('continues counting the monthly usage', async () => {
        const verify = (sent: number) =>
          api.call('verifyEmail', { key: before.bob.key, body: { email: `more.${sent}@explicit.mailproof.net` } })
        const statuses: number[] = []
        for (let sent = 0; sent < LIMIT; sent++) statuses.push((await verify(sent)).status)
        const left = LIMIT - USED
        expect(statuses).toEqual([...Array(left).fill(200), ...Array(USED).fill(429)])
        expect((await api.usage(before.bob.key)).verifications).toBe(LIMIT)
      })

      test('appends after what was moved, at later times', async () => {
        const [head, all] = await eventually(
          // The service may append between the two.
          async () => [await api.service.container.store.head(), await openedStore(api)] as const,
          ([position, events]) => events.at(-1)!.position === position,
        )
        expect(all.at(-1)!.position).toBe(head)
        const times = all.map(({ recordedAt }) => recordedAt)
        expect(times).toEqual([...times].sort())
      })
    })
  })
})

const openedStore = (api: InProcessService) => collect(api.service.container.store.readAll())

/** Reactors, each with the id of the last event it processed. */
async function reactorsIn(documents: DocumentStore, events: readonly Recorded[]): Promise<(string | undefined)[][]> {
  const found: (string | undefined)[][] = []
  for await (const { id, position } of documents.collection({ name: 'reactor_checkpoints' }).all()) {
    found.push([id, events.find((event) => event.position === position)?.id])
  }
  await documents.close()
  return found
}

function stdoutNumber({ stdout }: { stdout: string }, pattern: RegExp): number {
  return Number(pattern.exec(stdout)?.[1]?.replaceAll(',', ''))
}
