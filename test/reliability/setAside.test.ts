// A damaged event, from the refusal that names it to the command that sets it aside, in processes of the built program.
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { closeEnvironment, openEnvironment } from '../../src/adapters/lmdb/environment.js'
import { next } from '../../src/kernel/position.js'
import { eventually } from '../../testbed/eventually.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { describeShapes } from '../support/describeShapes.js'

const BEFORE = 5
const AFTER = 2
const PATIENCE_MS = 120_000
const TIMEOUT_MS = 600_000
const REASON = 'the disk was replaced'

let service: ProcessService | undefined
afterEach(async () => {
  await service?.dispose()
  service = undefined
})

describeShapes('a damaged event', (start, hasLogServer) => {
  // The events of a server cannot be damaged from here; `test/eventing/setAside.test.ts` has what another program writes.
  if (hasLogServer) return

  test(
    'is named, set aside by a command, and passed over by every process and every rebuild',
    async () => {
      service = await start()
      const { key } = await service.account({ plan: 'growth' })
      await verifyMany(key, BEFORE)
      await untilVerified(key, BEFORE)
      const readable = '1'.padStart(32, '0')
      await service.end('SIGTERM')
      const position = await damageLast(join(service.settings.DATA_DIR!, 'events.mdb'))
      await service.start()
      await verifyMany(key, AFTER)
      await untilVerified(key, BEFORE + AFTER)
      const stopped = await service.operate('projections', 'rebuild', '--all')
      expect([stopped.code, stopped.stderr]).toEqual([
        1,
        expect.stringMatching(`the event at ${position} cannot be read .type AddressVerified, stream usage-`),
      ])

      // The state after an upgrade: no process can start before the event is set aside.
      await service.end('SIGTERM')
      await outdateModels(join(service.settings.DATA_DIR!, 'documents.mdb'))
      const refused = await setAside(readable, REASON)
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringContaining('can be read (type AccountRegistered'),
      ])
      expect((await service.operate('log', 'set-aside', position)).code).toBe(2)
      const [one, two] = await Promise.all([setAside(position, REASON), setAside(position, REASON)])
      expect([one, two].map(({ stdout }) => JSON.parse(stdout).outcome).sort()).toEqual([
        'already_set_aside',
        'set_aside',
      ])

      await service.start()
      // The read models had read it before.
      expect((await service.operate('projections', 'rebuild', '--all')).code).toBe(0)
      const { code, stdout } = await service.operate('projections', 'verify', '--json')
      const models: { different: string[]; set_aside: string[] }[] = JSON.parse(stdout)
      expect(code).toBe(0)
      for (const { different, set_aside } of models) expect([different, set_aside]).toEqual([[], [position]])
      await untilVerified(key, BEFORE - 1 + AFTER)
      await eventually(
        () => service!.request('GET', '/v1/health/ready'),
        ({ body }) => body.status === 'ok',
        PATIENCE_MS,
      )
    },
    TIMEOUT_MS,
  )
})

const setAside = (position: string, reason: string) =>
  service!.operate('log', 'set-aside', position, '--reason', reason, '--json')

async function verifyMany(key: string, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const body = { email: `someone-${number}@explicit.mailproof.net` }
    expect((await service!.request('POST', '/v1/verify', { key, body })).status).toBe(200)
  }
}

const untilVerified = (key: string, expected: number) =>
  eventually(
    async () => (await service!.request('GET', '/v1/stats', { key })).body.current_month?.verifications,
    (count) => count === expected,
    PATIENCE_MS,
  )

/** As if another release had folded the read models. */
async function outdateModels(path: string): Promise<void> {
  const documents = createLmdbDocumentStore({ path })
  const pointers = documents.collection({ name: 'read_models' })
  for await (const { id, position, document } of pointers.all())
    await pointers.write([
      { id, expected: position, position: next(position), document: { ...document, version: 999 } },
    ])
  await documents.close()
}

/** Makes the last event unreadable, as a bad sector would. @returns its position */
async function damageLast(path: string): Promise<string> {
  const environment = openEnvironment(path)
  const log = environment.openDB({ name: 'log', keyEncoding: 'binary', encoding: 'binary' })
  const keys = [...log.getKeys()]
  const text = Buffer.from(log.get(keys.at(-1)!) as Uint8Array).toString()
  expect(text).toContain('"type":"AddressVerified"')
  await log.put(keys.at(-1)!, Buffer.from(text.replace('"data":', '"data"\u0000')))
  await closeEnvironment(environment)
  return keys.length.toString(16).padStart(32, '0')
}
