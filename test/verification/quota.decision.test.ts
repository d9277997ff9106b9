// The monthly quota: taking from it, giving back, and the notices of how much of it is used.
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createMemoryLedger } from '../../src/adapters/ledger/memory.js'
import { createEventing } from '../../src/eventing/eventing.js'
import type { Caller } from '../../src/features/accounts/index.js'
import { verificationProjections } from '../../src/features/verification/index.js'
import { createQuota, type Quota } from '../../src/features/verification/quota.js'
import type { DomainEvent } from '../../src/kernel/envelope.js'
import { RateLimited } from '../../src/kernel/failure.js'
import { newId } from '../../src/kernel/ids.js'
import { silentLog } from '../../src/kernel/log.js'
import { decidedProblems } from '../../testbed/contract/eventSchemas.js'
import { ada, bob, keyId } from '../../testbed/given/accountEvents.js'
import { addressesVerified, usageLimitReached, usageThresholdReached } from '../../testbed/given/verificationEvents.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const MONTH = '2026-11'
const clock = { now: () => Date.UTC(2026, 10, 30, 23, 59, 58) }

const caller = (perMonth: number, account = ada): Caller => ({
  account,
  key: keyId('first'),
  sandbox: false,
  plan: 'free',
  perMinute: 60,
  perMonth,
})

function actor() {
  const id = newId()
  return { id: ada, correlationId: id, commandId: id }
}

/** The event flow on real stores in a new directory. */
async function openFlow() {
  const directory = tempDirectory()
  const store = createLmdbEventStore({ path: join(directory.path, 'events.mdb'), clock })
  const documents = createLmdbDocumentStore({ path: join(directory.path, 'documents.mdb') })
  const projections = verificationProjections
  const { eventing, runner } = await createEventing({ store, documents, projections, clock, log: silentLog })
  runner.start()
  return {
    eventing,
    async noticed(account = ada): Promise<DomainEvent[]> {
      const events: DomainEvent[] = []
      for await (const { type, data } of store.readStream(`limit-${account}.${MONTH}.month`))
        events.push({ type, data })
      for (const event of events) expect(decidedProblems(event)).toEqual([])
      return events
    },
    async close() {
      await runner.stop()
      await Promise.all([store.close(), documents.close()])
      directory.remove()
    },
  }
}

let flow: Awaited<ReturnType<typeof openFlow>>
beforeEach(async () => {
  flow = await openFlow()
})
afterEach(() => flow.close())

const newQuota = () => createQuota({ eventing: flow.eventing, ledger: createMemoryLedger(), clock })

/** Sets the month's usage, as the log would report it. */
const verified = (charged: number, account = ada) =>
  flow.eventing.append(
    `usage-${account}.${MONTH}`,
    [addressesVerified({ valid: charged }, charged, account)],
    actor(),
    'any',
  )

async function refusal(work: Promise<unknown>): Promise<RateLimited> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(RateLimited)
  return error as RateLimited
}

const limitOf = (allowed: number, used = allowed) => {
  const { type, data } = usageLimitReached(MONTH)
  return { type, data: { ...data, allowed, used } }
}

const thresholdOf = (percent: 50 | 70 | 90, used: number, allowed: number) => {
  const { type, data } = usageThresholdReached(MONTH, percent)
  return { type, data: { ...data, allowed, used } }
}

/** Takes, records and settles, as one request does. */
async function use(quota: Quota, amount: number, allowed: number, account = ada): Promise<void> {
  await quota.take(caller(allowed, account), MONTH, amount, actor())
  await verified(amount, account)
  await quota.settle(caller(allowed, account), MONTH, amount, amount, actor())
}

describe('taking from the monthly quota', () => {
  test('succeeds until it is used up, and not once more', async () => {
    const quota = newQuota()
    expect(await quota.take(caller(3), MONTH, 2, actor())).toBe(2)
    expect(await quota.take(caller(3), MONTH, 1, actor())).toBe(3)
    await refusal(quota.take(caller(3), MONTH, 1, actor()))
  })

  test('lets exactly 50 of 200 concurrent callers through', async () => {
    const quota = newQuota()
    const racers = Array.from({ length: 200 }, () => quota.take(caller(50), MONTH, 1, actor()))
    const outcomes = await Promise.allSettled(racers)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  })

  test('starts with the usage in the log, including the latest', async () => {
    await verified(5)
    await verified(2)
    const quota = newQuota()
    const { reached } = await refusal(quota.take(caller(10), MONTH, 4, actor()))
    expect(reached.figures).toEqual({ used: 7, remaining: 3, requested: 4 })
    expect(await quota.take(caller(10), MONTH, 3, actor())).toBe(10)
  })

  test('is all or nothing', async () => {
    const quota = newQuota()
    await refusal(quota.take(caller(10), MONTH, 11, actor()))
    expect(await quota.take(caller(10), MONTH, 10, actor())).toBe(10)
  })

  test('of one account and month does not affect others', async () => {
    await verified(10)
    const quota = newQuota()
    await refusal(quota.take(caller(10), MONTH, 1, actor()))
    expect(await quota.take(caller(10, bob), MONTH, 1, actor())).toBe(1)
    expect(await quota.take(caller(10), '2026-12', 1, actor())).toBe(1)
  })

  test('while the rate limit is being counted returns what it admits, and gives back what it refuses', async () => {
    const quota = newQuota()
    const take = (admitted: Promise<void>, amount = 1) => quota.take(caller(3), MONTH, amount, actor(), admitted)
    expect(await take(Promise.resolve(), 2)).toBe(2)
    const refused = new Error('too many requests')
    await expect(take(Promise.reject(refused))).rejects.toBe(refused)
    expect(await take(Promise.resolve())).toBe(3)
    // The rate limit's refusal precedes that of the quota.
    await expect(take(Promise.reject(refused))).rejects.toBe(refused)
    await refusal(take(Promise.resolve()))
  })

  test('can reuse what was given back', async () => {
    const quota = newQuota()
    await quota.take(caller(10), MONTH, 10, actor())
    await quota.settle(caller(10), MONTH, 10, 6, actor())
    await refusal(quota.take(caller(10), MONTH, 5, actor()))
    expect(await quota.take(caller(10), MONTH, 4, actor())).toBe(10)
  })
})

describe('a refusal', () => {
  test('reports what is left, of how much, and when the quota resets', async () => {
    const quota = newQuota()
    await quota.take(caller(10), MONTH, 8, actor())
    const { code, message, reached } = await refusal(quota.take(caller(10), MONTH, 5, actor()))
    expect(code).toBe('RATE_LIMIT_EXCEEDED')
    expect(message).toBe('This request needs 5 verifications; 2 of 10 remaining for November 2026.')
    expect(reached).toEqual({
      scope: 'month',
      limit: 10,
      reset: Date.UTC(2026, 11, 1) / 1_000,
      retryAfter: 2,
      figures: { used: 8, remaining: 2, requested: 5 },
    })
  })

  test('never reports less than zero left when a limit was lowered', async () => {
    await verified(20)
    const { message, reached } = await refusal(newQuota().take(caller(10), MONTH, 1, actor()))
    expect(message).toBe('You have used all 10 verifications for November 2026.')
    expect(reached.figures).toEqual({ used: 20, remaining: 0, requested: 1 })
  })

  test('names large limits, overridden ones included, with separators', async () => {
    await verified(1_000)
    const { message } = await refusal(newQuota().take(caller(1_000), MONTH, 1, actor()))
    expect(message).toBe('You have used all 1,000 verifications for November 2026.')
  })

  test('never has a Retry-After of zero, even if the month has just ended', async () => {
    const { reached } = await refusal(newQuota().take(caller(0), '2026-10', 1, actor()))
    expect(reached.retryAfter).toBe(1)
  })
})

describe('a notice of how much of the month is used', () => {
  test('is recorded at 50, 70, 90 and 100 %, once each', async () => {
    const quota = newQuota()
    for (let each = 0; each < 10; each++) await use(quota, 1, 10)
    await refusal(quota.take(caller(10), MONTH, 1, actor()))
    expect(await flow.noticed()).toEqual([
      thresholdOf(50, 5, 10),
      thresholdOf(70, 7, 10),
      thresholdOf(90, 9, 10),
      limitOf(10),
    ])
  })

  test('is one, of the highest percentage, if a list passes several', async () => {
    const quota = newQuota()
    await use(quota, 95, 100)
    await use(quota, 1, 100)
    expect(await flow.noticed()).toEqual([thresholdOf(90, 95, 100)])
  })

  test('is never of a lower percentage than one before, also after the limit was raised', async () => {
    const quota = newQuota()
    await use(quota, 9, 10)
    await use(quota, 46, 100)
    expect(await flow.noticed()).toEqual([thresholdOf(90, 9, 10)])
    await use(quota, 45, 100)
    expect(await flow.noticed()).toEqual([thresholdOf(90, 9, 10), limitOf(100)])
  })

  test('is recorded once, however many processes start again or detect it at the same time', async () => {
    for (let each = 0; each < 7; each++) await use(newQuota(), 1, 10)
    await verified(2)
    const passAndGiveBack = async (quota: Quota) => {
      await quota.take(caller(10), MONTH, 1, actor())
      await quota.settle(caller(10), MONTH, 1, 0, actor())
    }
    await Promise.all([newQuota(), newQuota(), newQuota()].map(passAndGiveBack))
    expect(await flow.noticed()).toEqual([thresholdOf(50, 5, 10), thresholdOf(70, 7, 10), thresholdOf(90, 9, 10)])
  })

  test('waits until what is in flight has been charged, and is not missed then', async () => {
    const quota = newQuota()
    const take = () => quota.take(caller(10), MONTH, 1, actor())
    const settle = () => quota.settle(caller(10), MONTH, 1, 1, actor())
    for (let each = 0; each < 5; each++) await take()
    await verified(1)
    await settle()
    expect(await flow.noticed()).toEqual([])
    await verified(4)
    await Promise.all([settle(), settle(), settle(), settle()])
    expect(await flow.noticed()).toEqual([thresholdOf(50, 5, 10)])
  })

  test('is not recorded for what was given back', async () => {
    const quota = newQuota()
    await quota.take(caller(10), MONTH, 8, actor())
    await quota.settle(caller(10), MONTH, 8, 0, actor())
    expect(await flow.noticed()).toEqual([])
  })

  test('is of each account and month by itself', async () => {
    const quota = newQuota()
    await use(quota, 5, 10)
    await use(quota, 7, 10, bob)
    expect(await flow.noticed(bob)).toMatchObject([{ data: { account: bob, percent: 70 } }])
  })
})

describe('usage.limit_reached', () => {
  test('is recorded when charges fill the month', async () => {
    const quota = newQuota()
    await quota.take(caller(3), MONTH, 3, actor())
    expect(await flow.noticed()).toEqual([])
    await verified(3)
    await quota.settle(caller(3), MONTH, 3, 3, actor())
    expect(await flow.noticed()).toEqual([limitOf(3)])
  })

  test('is recorded when nothing is left to take', async () => {
    await verified(4)
    await refusal(newQuota().take(caller(3), MONTH, 1, actor()))
    expect(await flow.noticed()).toEqual([limitOf(3, 4)])
  })

  test('is not recorded when something was given back', async () => {
    const quota = newQuota()
    await quota.take(caller(3), MONTH, 3, actor())
    await quota.settle(caller(3), MONTH, 3, 2, actor())
    expect(await flow.noticed()).toEqual([])
  })

  test('is not recorded when a request was merely too large', async () => {
    await refusal(newQuota().take(caller(3), MONTH, 4, actor()))
    expect(await flow.noticed()).toEqual([])
  })

  test('is recorded once, however many calls and processes are concurrent', async () => {
    await verified(3)
    const quotas = [newQuota(), newQuota(), newQuota()]
    const refused = quotas.flatMap((quota) => [1, 2, 3].map((amount) => quota.take(caller(3), MONTH, amount, actor())))
    for (const each of refused) await refusal(each)
    await refusal(quotas[0]!.take(caller(3), MONTH, 1, actor()))
    expect(await flow.noticed()).toEqual([limitOf(3)])
  })

  test('is not recorded while in-flight amounts may still be given back', async () => {
    const quota = newQuota()
    await quota.take(caller(3), MONTH, 3, actor())
    await refusal(quota.take(caller(3), MONTH, 1, actor()))
    await quota.settle(caller(3), MONTH, 3, 0, actor())
    expect(await flow.noticed()).toEqual([])
  })
})
