// The allowance for small pieces of a body.
import { describe, expect, test } from '@jest/globals'
import { createPieceRates, PER_SITE, PieceCount, RESERVED, SHARED } from '../../../src/httpMessages/ingress/pieces.js'
import fc from '../../../testbed/fastCheck.js'

/** How many small pieces content in these pieces takes out of the allowance. */
function taken(sizes: Iterable<number>): number {
  const count = new PieceCount()
  let small = 0
  for (const size of sizes) {
    count.admits(size, () => {
      small++
      return 'admitted'
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
  const times = (count: number, take: () => string) => Array.from({ length: count }, take)

  test('is that of a client site: one that has used it up takes nothing from others', () => {
    const take = createPieceRates({ perSite: still(3), reserved: still(1), shared: still(100) })
    expect(times(4, () => take('192.0.2.1'))).toEqual(['admitted', 'admitted', 'admitted', 'excess'])
    expect(take('192.0.2.2')).toBe('admitted')
  })

  test('is bounded over all sites, but for a part that is reserved for each', () => {
    const take = createPieceRates({ perSite: still(10), reserved: still(2), shared: still(4) })
    for (const site of ['192.0.2.1', '192.0.2.2']) expect(times(4, () => take(site))).not.toContain('busy')
    expect(take('192.0.2.1')).toBe('busy')
    expect(times(3, () => take('192.0.2.3'))).toEqual(['admitted', 'admitted', 'busy'])
  })

  test('lets an honest client write token by token however many others send all they may', () => {
    let now = 0
    let busy = 0
    const clock = (options: { capacity: number; perSecond: number }) => ({ ...options, now: () => now })
    const take = createPieceRates({
      perSite: clock(PER_SITE),
      reserved: clock(RESERVED),
      shared: clock(SHARED),
    })
    for (now = 0; now < 60_000; now += 10) {
      for (let site = 0; site < 8; site++) {
        for (let piece = 0; piece < 60; piece++) if (take(`192.0.2.${site}`) === 'busy') busy++
      }
      // 100 tokens a second.
      expect(take('198.51.100.1')).toBe('admitted')
    }
    expect(busy).toBeGreaterThan(1_000)
  })
})
