import { expect, test } from '@jest/globals'
import { createTokenBucket } from '../../../src/kernel/concurrency/tokenBucket.js'
import fc from '../../support/fastCheck.js'

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
