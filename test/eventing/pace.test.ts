import { describe, expect, test } from '@jest/globals'
import { createPace } from '../../src/eventing/pace.js'
import fc from '../../testbed/fastCheck.js'

function paced() {
  let now = 0
  const pace = createPace(() => now)
  return {
    /** The pause after a slice of `events` that is processed `afterMs` milliseconds after the one before. */
    slice(events: number, afterMs: number): number {
      now += afterMs
      return pace.after(events)
    },
  }
}

describe('the pace of a subscriber', () => {
  test('that has little to do is a pause of a few milliseconds', () => {
    const { slice } = paced()
    for (let count = 0; count < 10; count++) expect(slice(1, 500)).toBe(5)
  })

  test('that is busy slows down, up to 50 ms', () => {
    const { slice } = paced()
    expect([slice(1, 500), slice(3, 6), slice(9, 11), slice(20, 21), slice(40, 41), slice(50, 51)]).toEqual([
      5, 10, 20, 40, 50, 50,
    ])
  })

  test('returns to the shortest pause after a quiet moment', () => {
    const { slice } = paced()
    for (let count = 0; count < 10; count++) slice(20, 50)
    expect(slice(1, 50)).toBe(50)
    expect(slice(1, 200)).toBe(5)
  })

  test('quickens while slices are large', () => {
    const { slice } = paced()
    for (let count = 0; count < 10; count++) slice(20, 50)
    expect([slice(600, 51), slice(400, 30), slice(150, 20)]).toEqual([25, 12.5, 25])
  })

  test('is never a pause of more than 50 ms, nor none', () => {
    const step = fc.tuple(fc.nat({ max: 5_000 }), fc.nat({ max: 1_000 }))
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const { slice } = paced()
        for (const [events, afterMs] of steps) {
          const pauseMs = slice(events, afterMs)
          expect(pauseMs).toBeGreaterThanOrEqual(5)
          expect(pauseMs).toBeLessThanOrEqual(50)
        }
      }),
    )
  })
})
