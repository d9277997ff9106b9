// The run of a backtest: interrupted, cancelled, raced and erased in the middle.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createPinoLog } from '../../src/adapters/log/pino.js'
import { createRunBacktest } from '../../src/features/backtests/commands/runBacktest.js'
import { backtests as model } from '../../src/features/backtests/projections/backtests.js'
import { createSweepBacktests } from '../../src/features/backtests/sweepBacktests.js'
import { createReadVerified, type ReadVerified } from '../../src/features/verdicts/internal/verifiedEvents.js'
import { newId } from '../../src/kernel/ids.js'
import { monthOf } from '../../src/kernel/months.js'
import { createPassingClock, openRooms, type Rooms } from '../../testbed/features/history.js'
import { collect } from '../../testbed/given/events.js'
import { addressVerified } from '../../testbed/given/verificationEvents.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

/** More than five pages of events. */
const EVENTS = 1_100
const clock = createPassingClock(Date.UTC(2026, 10, 20))
let rooms: Rooms
let directory: ReturnType<typeof tempDirectory>
beforeAll(async () => {
  directory = tempDirectory({ quick: true })
  rooms = await openRooms(directory.path, clock, 1)
})
afterAll(async () => {
  await rooms.close()
  directory.remove()
})

const actorOf = (id: string) => ({ id, correlationId: newId(), commandId: newId() })

/** An account with verifications, of which those of one domain in three would be denied by its draft. */
async function accountWithDraft() {
  const { apiKey } = await rooms.accounts.createAccount({ email: 'ada@example.org', name: 'Ada' }, actorOf('system'))
  const caller = await rooms.accounts.authenticate(apiKey)
  const { account } = caller
  const events = Array.from({ length: EVENTS }, (_, index) =>
    addressVerified({ account, domain: `d${index % 3}.example`, address: index }),
  )
  const stream = `usage-${account}.${monthOf(clock.now())}`
  for (let at = 0; at < EVENTS; at += 100)
    await rooms.flow.eventing.append(stream, events.slice(at, at + 100), actorOf(account), 'any')
  clock.pass(1_000)
  const when = { fact: 'domain', op: 'eq', value: 'd1.example' }
  await rooms.rules.putRulesDraft(caller, [{ when, action: 'deny' }], actorOf(account))
  const begin = async () =>
    (await rooms.backtests.createBacktest(caller, { rules: 'draft', lists: 'then' }, actorOf(account))).id
  return { caller, begin }
}

/** A run that records its progress after each page. @param onPage called after each page */
function runWith(onPage: (page: number) => void | Promise<void>) {
  const { eventing } = rooms.flow
  const read = createReadVerified({ eventing, async *listJobs() {} })
  let pages = 0
  const readVerified: ReadVerified = async function* (...given) {
    for await (const page of read(...given)) {
      yield page
      await onPage(++pages)
    }
  }
  const { lookBack } = rooms.rules
  const { getLabels } = rooms.outcomes
  return createRunBacktest({ eventing, lookBack, getLabels, readVerified, log: createPinoLog('silent'), advanceMs: 0 })
}

const noStop = new AbortController().signal
const documentOf = (id: string) => rooms.flow.eventing.read(model).getUpToHead(id)
const EXPECTED = { processed: EVENTS, changed: Math.ceil((EVENTS - 1) / 3) }

async function expectWhole(id: string) {
  const found = await documentOf(id)
  expect(found).toMatchObject({ status: 'completed', open: false, counts: { processed: EXPECTED.processed } })
  // allow before, deny after
  expect(found!.counts.cells[2]).toBe(EXPECTED.changed)
  expect(found!.counts.examples).toHaveLength(5)
  expect(found!.counts.days.map(({ cells }) => cells[2])).toEqual([EXPECTED.changed])
}

describe('a run', () => {
  test('that is stopped after every page goes on where it was, and counts nothing twice', async () => {
    const { begin } = await accountWithDraft()
    const id = await begin()
    let runs = 0
    for (let again: unknown = true; again; runs++) {
      const stop = new AbortController()
      const run = runWith((page) => {
        if (page === 1 && runs < 4) stop.abort()
        stop.signal.throwIfAborted()
      })
      again = await run(id, { signal: stop.signal })
    }
    expect(runs).toBe(5)
    await expectWhole(id)
  })

  test('beside another of the same backtest counts nothing twice', async () => {
    const { begin } = await accountWithDraft()
    const id = await begin()
    const runs = [runWith(() => {}), runWith(() => {})]
    await Promise.all(
      runs.map(async (run) => {
        while (await run(id, { signal: noStop }));
      }),
    )
    await expectWhole(id)
  })

  test('ends when it is cancelled, with the result so far', async () => {
    const { caller, begin } = await accountWithDraft()
    const id = await begin()
    const run = runWith(async (page) => {
      if (page === 2) await rooms.backtests.cancelBacktest(caller, id, actorOf(caller.account))
    })
    while (await run(id, { signal: noStop }));
    const found = await documentOf(id)
    expect(found).toMatchObject({ status: 'cancelled', counts: { processed: 400 } })
  })

  test('ends when the account is erased, and leaves nothing to read', async () => {
    const { caller, begin } = await accountWithDraft()
    const id = await begin()
    const run = runWith(async (page) => {
      if (page !== 2) return
      await rooms.accounts.eraseAccount(caller.account, actorOf('operator'))
      await rooms.accounts.forgetAccount(caller.account)
    })
    while (await run(id, { signal: noStop }));
    const typesOf = async () =>
      (await collect(rooms.flow.eventing.readStream(`backtest-${id}`))).map(({ type }) => type)
    const types = await typesOf()
    expect(types.at(-1)).toBe('BacktestCancelled')
    // It is not begun again either.
    expect(await runWith(() => {})(id, { signal: noStop })).toBeUndefined()
    expect(await typesOf()).toEqual(types)
  })

  test('fails, and says so, when the verifications cannot be read', async () => {
    const { begin } = await accountWithDraft()
    const id = await begin()
    const run = runWith(() => {
      throw new Error('a defect')
    })
    expect(await run(id, { signal: noStop })).toBeUndefined()
    expect(await documentOf(id)).toMatchObject({
      status: 'failed',
      reason: 'The verifications of the period could not be read.',
    })
  })
})

test('a sweep enqueues open backtests that do not advance', async () => {
  const { begin } = await accountWithDraft()
  const id = await begin()
  await rooms.flow.eventing.waitForHead([model.name])
  const enqueued: string[] = []
  const jobs = { enqueue: async (_: string, key: string) => void enqueued.push(key) }
  const sweep = createSweepBacktests({ eventing: rooms.flow.eventing, jobs })
  await sweep()
  await sweep()
  expect(enqueued.filter((key) => key === id)).toHaveLength(2)
  while (await runWith(() => {})(id, { signal: noStop }));
  await rooms.flow.eventing.waitForHead([model.name])
  await sweep()
  expect(enqueued.filter((key) => key === id)).toHaveLength(2)
})
