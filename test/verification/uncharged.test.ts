// The daily limit on uncharged results.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, test } from '@jest/globals'
import { createMemoryLimiter } from '../../src/adapters/limiter/memory.js'
import { createUnchargedLimit, type UnchargedLimit } from '../../src/features/verification/uncharged.js'
import { RateLimited } from '../../src/kernel/failure.js'

const DAY_MS = 24 * 60 * 60_000
const LOCKOUT_MS = 10 * 60_000
const ada = { account: 'ada', perMonth: 1_000 }
const bob = { account: 'bob', perMonth: 50_000 }

const clock = { time: 0, now: () => clock.time }
let uncharged: UnchargedLimit
beforeEach(() => {
  clock.time = Date.UTC(2026, 10, 21)
  uncharged = createUnchargedLimit({ limiter: createMemoryLimiter({ clock }), clock })
})

test('an account that used up its daily limit is refused for ten minutes after each uncharged result, and no other account is', async () => {
  uncharged.note(ada, 9_999)
  uncharged.note(bob, 10_000)
  await nextTurn()
  uncharged.requireAllowance(ada)
  uncharged.note(ada, 1)
  await nextTurn()
  let refused: unknown
  try {
    uncharged.requireAllowance(ada)
  } catch (error) {
    refused = error
  }
  expect(refused).toBeInstanceOf(RateLimited)
  expect((refused as RateLimited).reached).toEqual({
    scope: 'day',
    limit: 10_000,
    retryAfter: LOCKOUT_MS / 1_000,
    reset: (clock.time + LOCKOUT_MS) / 1_000,
  })
  uncharged.requireAllowance(bob)
  clock.time += LOCKOUT_MS
  uncharged.requireAllowance(ada)
  uncharged.note(ada, 1)
  await nextTurn()
  expect(() => uncharged.requireAllowance(ada)).toThrow(RateLimited)
  clock.time += DAY_MS
  uncharged.requireAllowance(ada)
  uncharged.note(ada, 1)
  await nextTurn()
  uncharged.requireAllowance(ada)
})

test("the daily limit is at least the plan's monthly quota", async () => {
  uncharged.note(bob, 49_999)
  await nextTurn()
  uncharged.requireAllowance(bob)
  uncharged.note(bob, 1)
  await nextTurn()
  expect(() => uncharged.requireAllowance(bob)).toThrow(RateLimited)
})

test('exceeding the limit in one step uses up the day as well', async () => {
  uncharged.note(ada, 9_000)
  uncharged.note(ada, 1_001)
  await nextTurn()
  expect(() => uncharged.requireAllowance(ada)).toThrow(RateLimited)
})

test('a result that notifies webhooks counts ten times', async () => {
  for (let time = 0; time < 1_000; time++) uncharged.note(ada, 1, { notified: true })
  await nextTurn()
  expect(() => uncharged.requireAllowance(ada)).toThrow(RateLimited)
})

test('no caller is refused while the limiter fails', async () => {
  const broken = createUnchargedLimit({ limiter: { hit: () => Promise.reject(new Error('away')) }, clock })
  broken.note(ada, 1_000_000)
  await nextTurn()
  expect(() => broken.requireAllowance(ada)).not.toThrow()
})
