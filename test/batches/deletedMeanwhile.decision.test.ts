// Results of a batch that is deleted while they are read.
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { Reading } from '../../src/eventing/eventing.js'
import type { BatchDocument } from '../../src/features/batches/projections/batches.js'
import { createListResults } from '../../src/features/batches/queries/listResults.js'
import { actor, type BatchFlow, caller, openBatchFlow } from '../../testbed/features/batchFlow.js'

let flow: BatchFlow
beforeEach(async () => {
  flow = await openBatchFlow()
})
afterEach(() => flow.close())

test('between two chunks, the batch is not found', async () => {
  const batches = flow.openProcess()
  const emails = Array.from({ length: 2_500 }, (_, row) => `v${row}@example.net`)
  const input = { emails, format: 'compact', share: false, debug: false } as const
  const { batchId } = await batches.submitBatch(caller(), input, actor())
  while (await batches.runBatch(batchId, { signal: new AbortController().signal }));
  const chunks = (await batches.getBatchResults(caller(), batchId)).chunks()[Symbol.asyncIterator]()
  expect((await chunks.next()).value).toHaveLength(1_000)
  expect(await batches.cancelBatch(caller(), batchId, actor())).toBe('deleted')
  // Waits for the read models.
  await batches.listResults(caller(), [])
  await expect(chunks.next()).rejects.toMatchObject({ code: 'BATCH_NOT_FOUND' })
})

test('before a page of them is read, the batch is not found, and others are', async () => {
  const nothing = { get: async () => undefined, getMany: async (ids: string[]) => ids.map(() => undefined) }
  const eventing = { waitForHead: async () => true, read: () => nothing }
  const document = { status: 'completed', processed: 10, chunk: 1_000 }
  const list = createListResults({
    eventing: eventing as unknown as Reading,
    findBatches: async (_, ids) => ids.map(() => document as BatchDocument),
  })
  const pages = await list(caller(), [
    { batchId: 'a', limit: 5 },
    { batchId: 'b', after: 9, limit: 5 },
  ])
  expect(pages).toMatchObject([{ code: 'BATCH_NOT_FOUND' }, { rows: [], seen: 9, more: false }])
})
