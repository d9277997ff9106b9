import { expect, test } from '@jest/globals'
import { batchResultsText } from '../../src/api/batches/present.js'
import type { BatchResults, BatchRow } from '../../src/features/batches/index.js'

const view = {
  batchId: 'b',
  format: 'compact',
  processed: 2,
  valid: 0,
  invalid: 2,
  unknown: 0,
  startedAt: null,
  completedAt: null,
}
const row = (index: number) => ({ index, email: null, verdict: { valid: false, checks: { disposable: false } } })

const textOf = (chunks: () => AsyncGenerator<unknown>) =>
  batchResultsText({ view, chunks: chunks as () => AsyncGenerator<BatchRow[]> } as unknown as BatchResults)

test('a refusal comes before the first text', async () => {
  const refusal = new Error('too many')
  const text = textOf(async function* () {
    yield* []
    throw refusal
  })
  await expect(text[Symbol.asyncIterator]().next()).rejects.toBe(refusal)
})

test.each([[[]], [[[]]], [[[row(0)]]], [[[row(0)], [], [row(1), row(2)]]]])('%# is complete JSON', async (chunks) => {
  let all = ''
  for await (const piece of textOf(async function* () {
    yield* chunks
  }))
    all += piece
  const indexes = JSON.parse(all).results.map(({ i }: { i: number }) => i)
  expect(indexes).toEqual(chunks.flat().map(({ index }) => index))
})
