import { describe, expect, test } from '@jest/globals'
import { createPieceRates, PieceCount } from '../../../src/web/ingress/pieces.js'
import fc from '../../support/fastCheck.js'

/** How many small pieces content in these pieces takes out of the allowance. */
function taken(sizes: Iterable<number>): number {
  const count = new PieceCount()
  let small = 0
  for (const size of sizes) {
    count.admits(size, () => {
      small++
      return true
    })
  }
  return small
}

describe('pieces', () => {
  test('of 64 bytes and more take nothing out of the allowance', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 64, max: 65_536 }), { maxLength: 500 }), (sizes) => {
        expect(taken(sizes)).toBe(0)
      }),
    )
  })

  test('are free up to sixteen, however small', () => expect(taken(Array(16).fill(1))).toBe(0))

  test('that are smaller take one each, but for one per 64 bytes', () => {
    expect(taken(Array(1_016).fill(1))).toBe(1_000 - 15)
    expect(taken(Array(1_000).fill(32))).toBe(500 - 16)
  })

  test('after large ones are free as long as the mean is 64 bytes', () =>
    expect(taken([65_536, ...Array(1_000).fill(1)])).toBe(0))
})

describe('the allowance of small pieces', () => {
  const still = (capacity: number) => ({ capacity, perSecond: 1, now: () => 0 })

  test('is that of a client site: one that has used it up takes nothing from others', () => {
    const take = createPieceRates(still(3), still(100))
    expect([1, 2, 3, 4].map(() => take('192.0.2.1'))).toEqual([true, true, true, false])
    expect(take('192.0.2.2')).toBe(true)
  })

  test('is also bounded over all sites', () => {
    const take = createPieceRates(still(3), still(4))
    const sites = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
    expect([...sites, ...sites].map(take)).toEqual([true, true, true, true, false, false])
  })
})
