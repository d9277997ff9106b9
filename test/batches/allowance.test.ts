// The daily allowance of rows and bytes for batches.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createAllowance, dailyLimits } from '../../src/features/batches/allowance.js'
import { RateLimited } from '../../src/kernel/failure.js'
import type { Limiter } from '../../src/kernel/ports/limiter.js'
import { actor, type BatchFlow, caller, openBatchFlow } from '../../testbed/features/batchFlow.js'
import { bob } from '../../testbed/given/accountEvents.js'
import { collect } from '../../testbed/given/events.js'
import { memoryBlobs } from '../../testbed/stores/memoryBlobs.js'

const DAY_MS = 24 * 60 * 60_000
const MIB = 1_048_576
const sandbox = caller({ sandbox: true })

let flow: BatchFlow
let batches: ReturnType<BatchFlow['openProcess']>
beforeEach(async () => {
  flow = await openBatchFlow()
  batches = flow.openProcess()
})
afterEach(() => flow.close())

const emails = (count: number) => Array.from({ length: count }, (_, row) => `v${row}@example.net`)
const submit = (as = caller(), rows = 1, debug = false) =>
  batches.submitBatch(as, { emails: emails(rows), format: 'compact', share: false, debug }, actor())
const spool = (as = caller(), mib = 1, who = actor()) => batches.spool(as, pieces(mib), 100 * MIB, who)

async function* pieces(mib: number) {
  for (let piece = 0; piece < mib; piece++) yield Buffer.alloc(MIB, 'a')
}

/** The limit reported by a daily refusal. */
async function refused(work: Promise<unknown>): Promise<RateLimited['reached']> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(RateLimited)
  const { reached, message } = error as RateLimited
  expect(reached).toMatchObject({ scope: 'day', retryAfter: expect.any(Number), reset: expect.any(Number) })
  expect(message).toMatch(/limited to \d+ (jobs|rows|bytes) a day/)
  return reached
}

describe('the daily allowance for batches', () => {
  test('is large enough for the largest file, and for two months of the plan', () => {
    for (const perMonth of [1, 1_000, 50_000, 1_000_000]) {
      const { rows, bytes } = dailyLimits(caller({ perMonth }))
      expect(rows).toBeGreaterThanOrEqual(Math.max(1_000_000, 2 * perMonth))
      // The file, and the rows parsed from it.
      expect(bytes).toBeGreaterThan(2 * 100 * MIB)
    }
  })

  test('is used up by rows: a sandbox key has 100,000, and no other account or live key is affected', async () => {
    for (const time of [1, 2]) expect((await submit(sandbox, 50_000)).total * time).toBe(50_000 * time)
    const before = await collect(flow.blobs.all())
    expect(await refused(submit(sandbox, 1))).toMatchObject({ limit: 100_000 })
    expect(await collect(flow.blobs.all())).toEqual(before)
    expect(new Set(flow.enqueued).size).toBe(2)
    await submit(caller())
    await submit(caller({ sandbox: true, account: bob }))
    flow.clock.time += DAY_MS
    await submit(sandbox)
  })

  test('counts a row with debug steps ten times, and says so', async () => {
    await submit(sandbox, 9_999, true)
    const refusal = submit(sandbox, 2, true)
    await refused(refusal)
    await expect(refusal).rejects.toThrow('of which 10 are left. A row with `debug` counts as 10.')
    await submit(sandbox, 10)
  })

  test('counts cancelled batches too', async () => {
    const { batchId } = await submit(sandbox, 50_000)
    await batches.cancelBatch(sandbox, batchId, actor())
    await submit(sandbox, 50_000)
    await refused(submit(sandbox))
  })

  test('is used up by bytes; a file that exceeds it leaves nothing behind', async () => {
    for (let file = 0; file < 2; file++) await spool(sandbox, 32)
    const before = await collect(flow.blobs.all())
    expect(await refused(spool(sandbox, 1))).toMatchObject({ limit: 64 * MIB })
    expect(await collect(flow.blobs.all())).toEqual(before)
    await spool(caller(), 1)
    await spool(caller({ sandbox: true, account: bob }), 1)
  })

  test('counts the bytes of files that are rejected for their content', async () => {
    for (let file = 0; file < 4; file++) {
      const who = actor()
      const spooled = await spool(sandbox, 16, who)
      await expect(batches.uploadBulk(sandbox, { file: spooled }, who)).rejects.toMatchObject({ code: 'CSV_INVALID' })
    }
    expect(await collect(flow.blobs.all())).toEqual([])
    await refused(spool(sandbox, 1))
  })

  test('is used up by the number of jobs, however small', async () => {
    const limited: string[] = []
    const limiter: Limiter = {
      hit(key, limit, windowMs, hits = 1) {
        limited.push(`${key} ${limit} ${windowMs} ${hits}`)
        return { allowed: false, remaining: 0, resetsAt: flow.clock.time + DAY_MS }
      },
    }
    const allowance = createAllowance({ limiter, clock: flow.clock })
    expect(await refused(allowance.takeJob(caller({ perMonth: 1_000 })))).toEqual({
      limit: 1_000,
      scope: 'day',
      retryAfter: DAY_MS / 1_000,
      reset: (flow.clock.time + DAY_MS) / 1_000,
    })
    await refused(allowance.takeJob(caller({ perMonth: 1_000_000 })))
    const { account } = caller()
    expect(limited).toEqual([`batch_jobs:${account} 1000 ${DAY_MS} 1`, `batch_jobs:${account} 100000 ${DAY_MS} 1`])
  })

  test('is counted as the bytes arrive, one MiB at a time', async () => {
    const counted: number[] = []
    const limiter: Limiter = {
      hit(_key, _limit, _windowMs, hits = 1) {
        counted.push(hits)
        return { allowed: true, remaining: 1, resetsAt: 0 }
      },
    }
    const { blobs, contents } = memoryBlobs()
    const content = async function* () {
      for (const length of [MIB - 1, 1, 300, 5]) yield Buffer.alloc(length)
    }
    const { metered } = createAllowance({ limiter, clock: flow.clock })
    await metered(caller(), blobs).write('a', caller().account, content())
    expect(counted).toEqual([MIB, 305])
    expect(contents.get('a')!.content).toHaveLength(MIB + 305)
  })
})
