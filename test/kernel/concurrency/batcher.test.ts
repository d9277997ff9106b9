import { expect, test } from '@jest/globals'
import { createBatcher } from '../../../src/kernel/concurrency/batcher.js'

test('a batcher sends the requests of one turn together, and each caller gets its own answer', async () => {
  const calls: (readonly number[])[] = []
  const double = createBatcher<number, number>(async (numbers) => {
    calls.push(numbers)
    return numbers.map((number) => 2 * number)
  })
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(calls).toEqual([[1, 2, 3], [4]])
})

test('a batch that fails rejects all of its questions, and does not affect the next batch', async () => {
  const broken = new Error('no way')
  let fails = true
  const ask = createBatcher<number, number>(async (numbers) => {
    if (fails) throw broken
    return numbers
  })
  const all = await Promise.allSettled([ask(1), ask(2)])
  expect(all).toEqual([1, 2].map(() => ({ status: 'rejected', reason: broken })))
  fails = false
  expect(await ask(3)).toBe(3)
})
