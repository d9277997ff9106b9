import { expect, test } from '@jest/globals'
import { orIdle } from '../../../src/kernel/concurrency/orIdle.js'

const SHORT_MS = 1

/** An iterator whose values are given by hand. */
function manual() {
  const asked: { resolve(result: IteratorResult<number>): void; reject(error: Error): void }[] = []
  const next = () => new Promise<IteratorResult<number>>((resolve, reject) => void asked.push({ resolve, reject }))
  return { next, asked }
}

test('says each time that nothing has arrived, and asks only once for the value', async () => {
  const values = manual()
  const idle = orIdle(values, SHORT_MS)
  for (let time = 0; time < 5; time++) expect(await idle.next()).toEqual({ done: false, value: undefined })
  expect(values.asked).toHaveLength(1)
  values.asked[0]!.resolve({ done: false, value: 7 })
  expect((await idle.next()).value).toBe(7)
})

test('gives every value in order, however late it is taken, and ends with the iterator', async () => {
  async function* counting() {
    yield* [1, 2, 3]
  }
  const given: unknown[] = []
  for await (const value of orIdle(counting(), 60_000)) given.push(value)
  expect(given).toEqual([1, 2, 3])
})

test('throws the error of the iterator, also one that came while nobody waited', async () => {
  const values = manual()
  const idle = orIdle(values, SHORT_MS)
  await idle.next()
  values.asked[0]!.reject(new Error('broken'))
  await expect(idle.next()).rejects.toThrow('broken')
})
