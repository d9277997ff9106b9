// A damaged event, from the refusal that names it to the command that sets it aside, in processes of the built program.
import { afterEach, expect, test } from '@jest/globals'
import { next } from '../../src/kernel/position.js'
import { eventually } from '../../testbed/eventually.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { withStores } from '../../testbed/stores/withStores.js'
import { runCommandLine } from '../support/commandLine.js'
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

describeShapes(
  'a damaged event',
  (start) => {
    test(
      'is named, set aside by a command, and passed over by every process and every rebuild',
      async () => {
        service = await start()
        const { key } = await service.account({ plan: 'growth' })
        await verifyMany(key, BEFORE)
        await untilVerified(key, BEFORE)
        await service.end('SIGTERM')
        const readable = await firstPosition()
        const position = await service.place.damageLast('AddressVerified')
        await service.start()
        await verifyMany(key, AFTER)
        await untilVerified(key, BEFORE + AFTER)
        const stopped = await command('projections', 'rebuild', '--all')
        expect([stopped.code, stopped.stderr]).toEqual([
          1,
          expect.stringMatching(`the event at ${position} cannot be read .type AddressVerified, stream usage-`),
        ])

        // The state after an upgrade: no process can start before the event is set aside.
        await service.end('SIGTERM')
        await outdateModels()
        const refused = await command(...setAside(readable))
        expect([refused.code, refused.stderr]).toEqual([
          1,
          expect.stringContaining('can be read (type AccountRegistered'),
        ])
        expect((await command('log', 'set-aside', position)).code).toBe(2)
        const twice = await Promise.all([1, 2].map(() => service!.operate(...setAside(position))))
        expect(twice.map(({ stdout }) => JSON.parse(stdout).outcome).sort()).toEqual(['already_set_aside', 'set_aside'])

        await service.start()
        // The read models had read it before.
        expect((await command('projections', 'rebuild', '--all')).code).toBe(0)
        const { code, stdout } = await command('projections', 'verify', '--json')
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
  },
  { processes: [{ role: 'worker' }, { role: 'api' }] },
)

/** Runs a command in this process, beside the service. */
const command = (...words: readonly string[]) => runCommandLine(words, service!.settings)

const setAside = (position: string) => ['log', 'set-aside', position, '--reason', REASON, '--json']

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
const outdateModels = () =>
  withStores(service!.settings, async ({ documents }) => {
    const pointers = documents.collection({ name: 'read_models' })
    for await (const { id, position, document } of pointers.all())
      await pointers.write([
        { id, expected: position, position: next(position), document: { ...document, version: 999 } },
      ])
  })

const firstPosition = () =>
  withStores(service!.settings, async ({ events }) => {
    for await (const { position } of events.readAll({ limit: 1 })) return position
    throw new Error('the log is empty')
  })
