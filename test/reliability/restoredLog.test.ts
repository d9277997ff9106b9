// A log that was restored from an older copy, in every deployment: never a wrong number, and everything is counted afterwards.
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from '@jest/globals'
import { eventually } from '../../testbed/eventually.js'
import { newEvent } from '../../testbed/given/events.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { withStores } from '../../testbed/stores/withStores.js'
import { runCommandLine } from '../support/commandLine.js'
import { describeShapes, type StartShape } from '../support/describeShapes.js'

const BEFORE = 20
const LOST = 30
const LATER = 101
/** Of them, the verifications of `fillModels`. */
const USED = 3
/** Events of others in a restored log that is longer than before. */
const OTHERS = 400
const PER_APPEND = 40
/** Processes restart on a busy machine. */
const PATIENCE_MS = 120_000
const TIMEOUT_MS = 600_000
/** The processes no longer restart. */
const ANSWERS_IN_ROW = 40

let service: ProcessService | undefined
afterEach(async () => {
  await service?.dispose()
  service = undefined
})

describeShapes(
  'a log restored from an older copy',
  (start, hasLogServer) => {
    test(
      'while the service is stopped: shorter than the read models, and longer with other events',
      () => whileStopped(start),
      TIMEOUT_MS,
    )
    if (!hasLogServer) return
    test('while the service runs, and once more in the middle of the rebuild', () => whileRunning(start), TIMEOUT_MS)
  },
  { processes: [{ role: 'worker' }, { role: 'api' }] },
)

interface Account {
  readonly id: string
  readonly key: string
}

const verifyMany = async (key: string, count: number) => {
  for (let number = 0; number < count; number++) {
    const body = { email: `someone-${number}@explicit.mailproof.net` }
    expect((await service!.request('POST', '/v1/verify', { key, body })).status).toBe(200)
  }
}

/** Runs a command in this process, beside the service. */
const command = (...words: readonly string[]) => runCommandLine(words, { ...service!.settings, LOG_LEVEL: 'error' })

/** Status, and the number of verifications of the month. */
async function statsOf(key: string): Promise<readonly [number, number | undefined]> {
  const { status, body } = await service!.request('GET', '/v1/stats', { key })
  return [status, body?.current_month?.verifications ?? body?.current_month?.used]
}

const untilStats = (key: string, expected: number) =>
  eventually(
    () => statsOf(key).catch(() => undefined),
    (stats) => stats?.[1] === expected,
    PATIENCE_MS,
  )

/** Leaves something in every read model. */
async function fillModels(key: string, name: string): Promise<void> {
  const email = `${name}@explicit.mailproof.net`
  const url = `http://127.0.0.1:9999/${name}`
  const calls = [
    ['/v1/verify', { email, share_signals: true }],
    ['/v1/verify/bulk/agent', { emails: [`1${email}`, `2${email}`], async: true }],
    ['/v1/webhooks', { url, events: ['bulk.completed'] }],
  ] as const
  for (const [path, body] of calls) {
    const { status, body: answer } = await service!.request('POST', path, { key, body })
    expect([path, status < 300 || answer]).toEqual([path, true])
  }
}

/** Accounts and verifications before and after a copy of the log. */
async function fill(start: StartShape) {
  service = await start({ LOG_LEVEL: 'warn', WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' })
  const ada = await service.account({ plan: 'growth' })
  const carol = await service.account({ plan: 'growth' })
  await verifyMany(ada.key, BEFORE - USED)
  await fillModels(ada.key, 'before')
  await untilStats(ada.key, BEFORE)
  await service.end('SIGTERM')
  const restore = service.place.copyLog()
  await service.start()
  await verifyMany(ada.key, LOST - USED)
  await fillModels(ada.key, 'lost')
  await untilStats(ada.key, BEFORE + LOST)
  const bob = await service.account()
  expect(await forgetAddress()).toEqual({ pools: 1, outcome: 'forgotten' })
  const erased = await command('accounts', 'erase', carol.id, '--yes')
  expect(erased.code).toBe(0)
  await eventually(
    () => statsOf(carol.key),
    ([status]) => status === 401,
    PATIENCE_MS,
  )
  return { ada, bob, carol, restore }
}

/** Of the contribution that `fillModels` leaves before the copy. */
async function forgetAddress(): Promise<unknown> {
  const { stdout } = await command('pool', 'forget', 'before@explicit.mailproof.net', '--json')
  return JSON.parse(stdout)
}

/** What the log knows, and nothing else; later verifications are counted. */
async function expectCounted({ ada, bob, carol }: { ada: Account; bob: Account; carol: Account }): Promise<void> {
  await untilStats(ada.key, BEFORE)
  for (const key of [bob.key, carol.key]) {
    // Another process may still be restarting.
    const [status] = await eventually(
      () => statsOf(key),
      ([status]) => status !== 503,
      PATIENCE_MS,
    )
    expect(status).toBe(401)
  }
  await verifyMany(ada.key, LATER)
  await untilStats(ada.key, BEFORE + LATER)
  // It was forgotten again before anything was answered.
  expect(await forgetAddress()).toEqual({ pools: 0, outcome: 'unknown' })
}

/** Each document of each read model is a fold of the log, and the service is well. */
async function expectEqual(): Promise<void> {
  const { code, stdout } = await command('projections', 'verify', '--json')
  const models: { model: string; documents: number; different: string[] }[] = JSON.parse(stdout)
  expect([code, models.filter(({ different }) => different.length > 0)]).toEqual([0, []])
  const counts = Object.fromEntries(models.map(({ model, documents }) => [model, documents]))
  // The rows of a chunk are one document.
  expect(counts).toMatchObject({
    accounts: 1,
    batches: 1,
    batch_results: 1,
    contributors: 1,
    erasures: 1,
    forgotten_addresses: 1,
    webhooks: 1,
  })
  await eventually(
    () => service!.request('GET', '/v1/health/ready'),
    ({ body }) => body.status === 'ok',
    PATIENCE_MS,
  )
}

/** No command runs until the loss is accepted. */
const COMMANDS = [
  'accounts list',
  'keys list ada',
  'projections list',
  'projections verify',
  'replay --to 2100-01-01',
  'export',
]

async function expectRefused(commands: readonly string[]): Promise<void> {
  for (const words of commands) {
    const { code, stdout, stderr } = await command(...words.split(' '))
    expect([words, code, stdout]).toEqual([words, 2, ''])
    expect(stderr).toMatch(/^mailproof: .* does not have the event at .*: mount or restore.*\n$/)
  }
}

/** The service refuses the log, and says how to accept what it lacks. */
async function acceptLoss(): Promise<void> {
  const { code, stderr } = await command('projections', 'list')
  const [, position] = /run mailproof accept-loss ([0-9a-f]{32}),/.exec(stderr) ?? []
  expect([code, position]).toEqual([2, expect.any(String)])
  const wrong = await command('accept-loss', 'f'.repeat(32), '--yes')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Nothing was changed')])
  const accepted = await command('accept-loss', position!, '--yes')
  expect([accepted.code, accepted.stderr]).toEqual([0, expect.stringContaining('it had reached')])
}

async function whileStopped(start: StartShape): Promise<void> {
  const { restore, ...accounts } = await fill(start)
  await service!.end('SIGTERM')
  restore()
  await acceptLoss()
  await service!.start()
  await expectCounted(accounts)
  await service!.end('SIGTERM')
  restore()
  await appendOthers(OTHERS)
  // The refusal is the same code in every deployment.
  await expectRefused(service!.processes.length === 1 ? COMMANDS : COMMANDS.slice(0, 2))
  await acceptLoss()
  expect((await command('projections', 'rebuild', '--all')).code).toBe(0)
  await service!.start()
  await expectCounted(accounts)
  await expectEqual()
}

async function whileRunning(start: StartShape): Promise<void> {
  const { restore, ...accounts } = await fill(start)
  await service!.place.whileLogIsDown!(restore)
  await eventually(
    () => service!.request('GET', '/v1/health/ready').catch(() => undefined),
    (answer) => /rebuil/.test(answer?.body.checks.read_models?.message),
    PATIENCE_MS,
  )
  await service!.place.whileLogIsDown!(restore)
  const seen = new Set<unknown>()
  let inRow = 0
  await eventually(
    async () => {
      const stats = await statsOf(accounts.ada.key).catch(() => undefined)
      if (stats?.[0] === 200) seen.add(stats[1])
      inRow = stats?.[0] === 200 ? inRow + 1 : 0
      return inRow
    },
    (count) => count === ANSWERS_IN_ROW,
    PATIENCE_MS,
  )
  expect([...seen]).toEqual([BEFORE])
  await expectCounted(accounts)
  await expectEqual()
}

/** Events of other accounts, of other sizes: the positions of the old log are inside of them. */
const appendOthers = (count: number) =>
  withStores(service!.settings, async ({ events }) => {
    for (let appended = 0; appended < count; appended += PER_APPEND) {
      const account = randomUUID()
      const changes = Array.from({ length: PER_APPEND }, (_, number) =>
        newEvent({ account, plan: number % 3 ? 'free' : 'growth' }, 'PlanChanged'),
      )
      await events.append(`account-${account}`, changes, { expected: 'no_stream' })
    }
  })
