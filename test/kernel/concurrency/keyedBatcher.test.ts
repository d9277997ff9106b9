// Requests of one key that are sent together.
import { expect, test } from '@jest/globals'
import { createKeyedBatcher, type KeyedBatcherOptions } from '../../../src/kernel/concurrency/keyedBatcher.js'
import { StoreUnavailable } from '../../../src/kernel/ports/eventStore.js'

/** A batcher whose requests are answered by hand, with each item doubled. */
function batcherByHand(...limits: [] | [KeyedBatcherOptions<number>]) {
  const requests: { key: string; items: readonly number[]; answer(error?: Error): void }[] = []
  const batch = createKeyedBatcher(
    (key: string, items: readonly number[]) =>
      new Promise<number[]>((resolve, reject) => {
        const answer = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => 2 * item)))
        requests.push({ key, items, answer })
      }),
    ...limits,
  )
  return { requests, batch }
}

/** Lets requests start: each waits for the end of a turn of the event loop. */
async function nextTurn(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const itemsOf = ({ requests }: ReturnType<typeof batcherByHand>) => requests.map(({ items }) => items)

test('items of a key that arrive during a request share the next one, and each gets its own result', async () => {
  const given = batcherByHand()
  const results = [given.batch('a', 1)]
  await nextTurn()
  results.push(given.batch('a', 2), given.batch('a', 3), given.batch('b', 4))
  await nextTurn()
  expect(given.requests.map(({ key, items }) => [key, items])).toEqual([
    ['a', [1]],
    ['b', [4]],
  ])
  for (const { answer } of [...given.requests]) answer()
  await nextTurn()
  given.requests[2]!.answer()
  expect(await Promise.all(results)).toEqual([2, 4, 6, 8])
  expect(itemsOf(given)).toEqual([[1], [4], [2, 3]])
})

test('items that arrive in one turn of the event loop share the first request', async () => {
  const given = batcherByHand()
  const results = [given.batch('a', 1)]
  await Promise.resolve()
  results.push(given.batch('a', 2))
  await nextTurn()
  given.requests[0]!.answer()
  expect(await Promise.all(results)).toEqual([2, 4])
  expect(itemsOf(given)).toEqual([[1, 2]])
})

test('a batch is no larger than the limit, unless a single item is', async () => {
  const given = batcherByHand({ sizeOf: (item) => item, maxSize: 10 })
  const results = [4, 5, 2, 30, 1, 9].map((item) => given.batch('a', item))
  for (let request = 0; request < 4; request++) {
    await nextTurn()
    given.requests[request]!.answer()
  }
  expect(await Promise.all(results)).toEqual([8, 10, 4, 60, 2, 18])
  expect(itemsOf(given)).toEqual([[4, 5], [2], [30], [1, 9]])
})

test('an unavailable store fails the items that wait for it, and another error only its own batch', async () => {
  const given = batcherByHand()
  const failing = async (error: Error) => {
    const first = given.batch('a', 1)
    await nextTurn()
    const second = given.batch('a', 2)
    given.requests.at(-1)!.answer(error)
    await expect(first).rejects.toBe(error)
    return second
  }
  const unavailable = new StoreUnavailable('it does not answer')
  await expect(failing(unavailable)).rejects.toBe(unavailable)
  const second = failing(new RangeError('too much'))
  await nextTurn()
  await nextTurn()
  given.requests.at(-1)!.answer()
  expect(await second).toBe(4)
})
