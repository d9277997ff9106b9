import { expect, test } from '@jest/globals'
import { createPacer } from '../../../src/kernel/concurrency/pacer.js'
import fc from '../../support/fastCheck.js'

test('a pacer asks for no pause within the burst, then for as long as its rate needs, up to the maximum', () => {
  let time = 0
  const { pauseAfter } = createPacer({ perSecond: 100, burst: 10, maxPauseMs: 400, now: () => time })
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
      const { pauseAfter } = createPacer({ perSecond: 50, burst: 30, maxPauseMs: 10_000, now: () => time })
      for (const { idle, units } of all) {
        time += idle
        done += units
        expect(done).toBeLessThanOrEqual(30 + (time / 1_000) * 50 + units + 1e-6)
        time += pauseAfter(units)
      }
    }),
  )
})
