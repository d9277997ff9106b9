import { expect, test } from '@jest/globals'
import { createMemoryLimiter } from '../../src/adapters/limiter/memory.js'
import { limiterContract } from './limiterContract.js'

limiterContract('memory', async () => {
  const clock = { now: 1_000_000 }
  return { limiter: createMemoryLimiter({ clock: { now: () => clock.now } }), clock, dispose: async () => {} }
})

test('the memory limiter evicts its oldest window instead of growing', () => {
  const limiter = createMemoryLimiter({ clock: { now: () => 0 }, maxWindows: 2 })
  for (const key of ['a', 'b', 'c']) expect(limiter.hit(key, 1, 1_000).allowed).toBe(true)
  expect(['b', 'c', 'a'].map((key) => limiter.hit(key, 1, 1_000).allowed)).toEqual([false, false, true])
})

test('a clock that is set back locks no caller out', () => {
  const clock = { time: 10_000_000, now: () => clock.time }
  const limiter = createMemoryLimiter({ clock })
  expect([limiter.hit('a', 1, 1_000).allowed, limiter.hit('a', 1, 1_000).allowed]).toEqual([true, false])
  clock.time = 5_000_000
  expect(limiter.hit('a', 1, 1_000)).toEqual({ allowed: true, remaining: 0, resetsAt: 5_001_000 })
})
