import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createTurnQuota } from '../../../src/kernel/concurrency/turnQuota.js'

test('each turn of the event loop runs at most its quota of steps; the others follow in later turns, in order', async () => {
  const take = createTurnQuota(3)
  const done: number[] = []
  const work = async (number: number) => {
    await take()
    done.push(number)
  }
  const all = Promise.all(Array.from({ length: 10 }, (_, number) => work(number)))
  await Promise.resolve()
  const seen = [done.length]
  while (done.length < 10) {
    await turn()
    seen.push(done.length)
  }
  await all
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  for (const [index, count] of seen.entries()) expect(count - (seen[index - 1] ?? 0)).toBeLessThanOrEqual(3)
  await turn()
  expect(take()).toBeUndefined()
})
