// Accepting a batch reserves its addresses once, or leaves nothing behind.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { RateLimited } from '../../src/kernel/failure.js'
import { actor, type BatchFlow, caller, openBatchFlow } from '../../testbed/features/batchFlow.js'
import { bob } from '../../testbed/given/accountEvents.js'
import { collect } from '../../testbed/given/events.js'

let flow: BatchFlow
let batches: ReturnType<BatchFlow['openProcess']>
beforeEach(async () => {
  flow = await openBatchFlow()
  batches = flow.openProcess()
})
afterEach(() => flow.close())

const emails = ['v1@example.net', 'v2@example.net', 'V1@EXAMPLE.net', 'not an address', '']
const DISTINCT = 4
const submit = (who = actor(), as = caller(), list: readonly string[] = emails) =>
  batches.submitBatch(as, { emails: list, format: 'compact', share: false, debug: false }, who)

/** A list that cannot be read. */
const unreadable = (): readonly string[] =>
  Object.assign(['v1@example.net'], {
    [Symbol.iterator]: (): never => {
      throw new Error('The rows were read.')
    },
  })

// biome-ignore lint/correctness/useYield: it fails before it yields.
async function* unreadableFile(): AsyncGenerator<Uint8Array> {
  throw new Error('The file was read.')
}

const blobs = () => collect(flow.blobs.all())

describe('a batch that is accepted', () => {
  test('reserves each distinct address once and is visible immediately', async () => {
    const view = await submit()
    expect(view).toMatchObject({ status: 'pending', total: 5, processed: 0, downloadPath: null })
    expect(await batches.getBatch(caller(), view.batchId)).toEqual(view)
    expect(await flow.usageOf()).toEqual({ charged: 0, reserved: DISTINCT })
    expect(await flow.ledgerOf()).toBe(DISTINCT)
    expect(flow.enqueued).toEqual([view.batchId])
  })

  test('by a repeated command is the same batch, reserved once', async () => {
    const who = actor()
    const first = await submit(who)
    expect(await submit(who)).toEqual(first)
    expect(await blobs()).toHaveLength(1)
    expect(await flow.ledgerOf()).toBe(DISTINCT)
  })

  test('by two concurrent executions of a command is one batch, reserved once, and can run', async () => {
    const who = actor()
    const [first, second] = await Promise.all([submit(who), submit(who)])
    expect(second!.batchId).toBe(first!.batchId)
    expect(await flow.usageOf()).toEqual({ charged: 0, reserved: DISTINCT })
    expect(await flow.ledgerOf()).toBe(DISTINCT)
    expect(await blobs()).toHaveLength(1)
    await batches.runBatch(first!.batchId, { signal: new AbortController().signal })
    expect(await batches.getBatch(caller(), first!.batchId)).toMatchObject({ status: 'completed', valid: 3 })
  })
})

describe('a batch that is refused', () => {
  test('because the monthly quota is too small leaves nothing behind', async () => {
    await expect(submit(actor(), caller({ perMonth: DISTINCT - 1 }))).rejects.toBeInstanceOf(RateLimited)
    expect(await blobs()).toEqual([])
    expect(flow.enqueued).toEqual([])
    expect(await flow.usageOf()).toEqual({ charged: 0, reserved: 0 })
    expect(await flow.ledgerOf()).toBe(0)
  })

  test('is refused before its rows are read if the month is used up', async () => {
    const as = caller({ perMonth: DISTINCT })
    await submit(actor(), as)
    await expect(submit(actor(), as, unreadable())).rejects.toMatchObject({
      reached: { scope: 'month', limit: DISTINCT, figures: { used: DISTINCT, remaining: 0 } },
    })
  })

  test('is refused before its rows are read after ten refusals in a minute; other accounts are not', async () => {
    const as = caller({ perMonth: DISTINCT + 1 })
    const who = actor()
    const accepted = await submit(who, as)
    for (let time = 0; time < 10; time++) {
      await expect(submit(actor(), as)).rejects.toMatchObject({ reached: { scope: 'month' } })
    }
    const refusal = { reached: { scope: 'minute', limit: 10, retryAfter: 60 } }
    await expect(submit(actor(), as, unreadable())).rejects.toMatchObject(refusal)
    await expect(batches.spool(as, unreadableFile(), 1, actor())).rejects.toMatchObject(refusal)
    expect(await submit(who, as)).toMatchObject({ batchId: accepted.batchId })
    await submit(actor(), caller({ account: bob }))
    flow.clock.time += 60_000
    expect(await submit(actor(), as, ['one@example.net'])).toMatchObject({ total: 1 })
  })

  test('leaves a concurrent execution of the same command intact', async () => {
    const who = actor()
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => submit(who, caller({ perMonth: DISTINCT }))))
    const [accepted] = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    await batches.runBatch(accepted!.batchId, { signal: new AbortController().signal })
    expect(await batches.getBatch(caller(), accepted!.batchId)).toMatchObject({ status: 'completed', failure: null })
  })
})
