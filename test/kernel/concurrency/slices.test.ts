import { expect, test } from '@jest/globals'
import { createSlices } from '../../../src/kernel/concurrency/slices.js'

/** Number of pieces in each slice. */
function slicesOf(pieces: number, most: number, work: () => void): number[] {
  const slices = createSlices(most)
  const counts = [0]
  for (let piece = 0; piece < pieces; piece++) {
    if (slices.isOver()) {
      slices.begin()
      counts.push(0)
    }
    counts[counts.length - 1]!++
    work()
  }
  return counts
}

/** Blocks the event loop. */
function busy(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

test('slices of fast work have the maximum number of pieces', () => {
  const counts = slicesOf(1_000, 30, () => {})
  expect(counts.reduce((sum, count) => sum + count)).toBe(1_000)
  expect(Math.max(...counts)).toBeLessThanOrEqual(30)
})

test('a slice of slow work ends early', () => {
  expect(Math.max(...slicesOf(64, 250, () => busy(0.5)))).toBeLessThanOrEqual(9)
})
