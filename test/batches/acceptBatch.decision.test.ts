import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { RateLimited } from '../../src/kernel/failure.js'
import { actor, type BatchFlow, caller, openBatchFlow } from '../support/batchFlow.js'
import { collect } from '../support/events.js'

let flow: BatchFlow
let batches: ReturnType<BatchFlow['openProcess']>
beforeEach(async () => {
  flow = await openBatchFlow()
  batches = flow.openProcess()
})
afterEach(() => flow.close())

const emails = ['v1@example.net', 'v2@example.net', 'V1@EXAMPLE.net', 'not an address', '']
const DISTINCT = 4
const submit = (who = actor(), as = caller()) =>
  batches.submitBatch(as, { emails, format: 'compact', share: false, debug: false }, who)
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

  test('leaves a concurrent execution of the same command intact', async () => {
    const who = actor()
    const told = await Promise.allSettled([1, 2, 3].map(() => submit(who, caller({ perMonth: DISTINCT }))))
    const [accepted] = told.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    await batches.runBatch(accepted!.batchId, { signal: new AbortController().signal })
    expect(await batches.getBatch(caller(), accepted!.batchId)).toMatchObject({ status: 'completed', failure: null })
  })
})
