// Requests of many callers that start together.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createKeyedBatcher } from '../../../src/kernel/concurrency/keyedBatcher.js'
import { createRounds } from '../../../src/kernel/concurrency/rounds.js'
import { StoreUnavailable } from '../../../src/kernel/ports/eventStore.js'
import { eventually } from '../../../testbed/eventually.js'

/** A process in which callers first count, by one request at a time, then append to one of several streams. */
function twoStages({ appendMs = 3 }: { readonly appendMs?: number } = {}) {
  const rounds = createRounds()
  const appends: number[] = []
  const starts: { readonly stage: 'count' | 'append'; readonly at: number }[] = []
  const count = createKeyedBatcher(
    async (_: string, items: readonly number[]) => {
      starts.push({ stage: 'count', at: performance.now() })
      await sleep(1)
      return items
    },
    { stage: rounds.stage() },
  )
  const append = createKeyedBatcher(
    async (_: string, items: readonly number[]) => {
      starts.push({ stage: 'append', at: performance.now() })
      appends.push(items.length)
      await sleep(appendMs)
      return items
    },
    { stage: rounds.stage() },
  )
  return { rounds, count, append, appends, starts }
}

test('callers that arrive out of step fall into step, and share appends to their streams', async () => {
  const { count, append, appends } = twoStages()
  const isOver = { now: false }
  const caller = async (number: number) => {
    await sleep(number)
    while (!isOver.now) {
      await count('', number)
      await append(`stream ${number % 8}`, number)
    }
  }
  const callers = Array.from({ length: 32 }, (_, number) => caller(number))
  // Four callers per stream, as soon as the machine lets them run for a while.
  const shared = async () => {
    appends.length = 0
    await sleep(300)
    return appends.reduce((sum, items) => sum + items, 0) / appends.length
  }
  expect(await eventually(shared, (items) => items > 3)).toBeGreaterThan(3)
  isOver.now = true
  await Promise.all(callers)
})

test('a few callers do not wait for each other', async () => {
  const { count, append, starts } = twoStages({ appendMs: 3_000 })
  const slow = append('slow', 1)
  await sleep(20)
  const startedAt = performance.now()
  await count('', 2)
  void append('another', 2)
  await eventually(
    () => starts.length,
    (count) => count === 3,
  )
  expect(starts.map(({ stage }) => stage)).toEqual(['append', 'count', 'append'])
  expect(starts[2]!.at - startedAt).toBeLessThan(2_500)
  await slow
})

test('a request without a response delays the other stage only briefly', async () => {
  const { count, append } = twoStages({ appendMs: 4_000 })
  const appending = Array.from({ length: 16 }, (_, number) => append(`stream ${number}`, number))
  await sleep(20)
  const startedAt = performance.now()
  await count('', 1)
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  await Promise.all(appending)
})

test('failed requests end their round', async () => {
  const rounds = createRounds()
  const error = new StoreUnavailable('it does not respond')
  let isDown = true
  const ask = createKeyedBatcher(
    async (_: string, items: readonly number[]) => {
      await sleep(1)
      if (isDown) throw error
      return items
    },
    { stage: rounds.stage() },
  )
  const all = () => Promise.allSettled(Array.from({ length: 32 }, (_, number) => ask(`key ${number % 4}`, number)))
  const failed = await all()
  isDown = false
  const succeeded = await all()
  expect(failed.every(({ status }) => status === 'rejected')).toBe(true)
  expect(succeeded.map((each) => each.status === 'fulfilled' && each.value)).toEqual(
    Array.from({ length: 32 }, (_, number) => number),
  )
})
