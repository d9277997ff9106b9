// Token buckets: bursts, rates and debts.
import { expect, test } from '@jest/globals'
import { createTokenBucket } from '../../../src/kernel/concurrency/tokenBucket.js'
import fc from '../../../testbed/fastCheck.js'

test('a token bucket allows a burst of its capacity, then its rate', () => {
  let time = 0
  const { tryTake } = createTokenBucket({ capacity: 10, perSecond: 2, now: () => time })
  for (let taken = 0; taken < 10; taken++) expect(tryTake(1)).toBe(true)
  expect(tryTake(1)).toBe(false)
  time = 499
  expect(tryTake(1)).toBe(false)
  time = 500
  expect(tryTake(1)).toBe(true)
  time = 3_600_000
  expect(tryTake(11)).toBe(false)
  expect(tryTake(10)).toBe(true)
})

test('a token bucket neither gains nor loses tokens when its clock is set back', () => {
  let time = 3_600_000
  const { tryTake } = createTokenBucket({ capacity: 10, perSecond: 2, now: () => time })
  expect(tryTake(9)).toBe(true)
  time = 0
  expect(tryTake(1)).toBe(true)
  time = 500
  expect(tryTake(1)).toBe(true)
})

test('a token bucket never gives more than its capacity plus what the elapsed time has added', () => {
  const steps = fc.array(fc.record({ after: fc.nat({ max: 5_000 }), wanted: fc.nat({ max: 20 }) }))
  fc.assert(
    fc.property(steps, (all) => {
      let time = 0
      let taken = 0
      const { tryTake } = createTokenBucket({ capacity: 10, perSecond: 3, now: () => time })
      for (const { after, wanted } of all) {
        time += after
        if (tryTake(wanted)) taken += wanted
        expect(taken).toBeLessThanOrEqual(10 + (time / 1_000) * 3 + 1e-6)
      }
    }),
  )
})

test('a token bucket lends tokens: the debt takes as long as its rate needs, up to the maximum', () => {
  let time = 0
  const { takeOnCredit: pauseAfter } = createTokenBucket({ perSecond: 100, capacity: 10, maxDebt: 40, now: () => time })
  expect([pauseAfter(4), pauseAfter(6), pauseAfter(1), pauseAfter(19)]).toEqual([0, 0, 10, 200])
  expect(pauseAfter(1_000)).toBe(400)
  time = 300
  expect(pauseAfter(0)).toBe(100)
  time = 3_600_000
  expect([pauseAfter(10), pauseAfter(10)]).toEqual([0, 100])
})

test('a caller that respects the pauses does no more work than the burst, the rate and one more step', () => {
  const steps = fc.array(fc.record({ idle: fc.nat({ max: 500 }), units: fc.nat({ max: 20 }) }), { minLength: 1 })
  fc.assert(
    fc.property(steps, (all) => {
      let time = 0
      let done = 0
      const { takeOnCredit: pauseAfter } = createTokenBucket({
        perSecond: 50,
        capacity: 30,
        maxDebt: 500,
        now: () => time,
      })
      for (const { idle, units } of all) {
        time += idle
        done += units
        expect(done).toBeLessThanOrEqual(30 + (time / 1_000) * 50 + units + 1e-6)
        time += pauseAfter(units)
      }
    }),
  )
})
