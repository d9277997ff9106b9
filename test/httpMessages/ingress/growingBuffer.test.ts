import { describe, expect, test } from '@jest/globals'
import { Coalescer, GrowingBuffer } from '../../../src/httpMessages/ingress/growingBuffer.js'
import fc from '../../../testbed/fastCheck.js'

const MAX = 100_000
const piecesOf = fc.array(fc.uint8Array({ minLength: 1, maxLength: 3_000 }), { maxLength: 30 })

describe('a growing buffer', () => {
  test('holds the pieces in order, in memory of at most twice their size and 1 KiB', () => {
    fc.assert(
      fc.property(piecesOf, (pieces) => {
        let granted = 0
        const buffer = new GrowingBuffer(MAX, (bytes) => {
          granted = bytes
          return true
        })
        for (const piece of pieces) expect(buffer.append(Buffer.from(piece))).toBe(true)
        const content = Buffer.concat(pieces)
        expect(buffer.from(0).equals(content)).toBe(true)
        expect(granted).toBeLessThanOrEqual(Math.max(2 * content.length, content.length > 0 ? 1_024 : 0))
        expect(buffer.take().equals(content)).toBe(true)
        expect(buffer.size).toBe(0)
      }),
    )
  })

  test('never takes more than its maximum, though doubling would', () => {
    const requested: number[] = []
    const buffer = new GrowingBuffer(1_500, (bytes) => requested.push(bytes) > 0)
    for (let index = 0; index < 15; index++) buffer.append(Buffer.alloc(100))
    expect(requested).toEqual([100, 1_024, 1_500])
  })

  test('keeps what it has when memory is refused', () => {
    const buffer = new GrowingBuffer(MAX, (bytes) => bytes <= 2_000)
    expect(buffer.append(Buffer.from('ada'))).toBe(true)
    expect(buffer.append(Buffer.alloc(3_000))).toBe(false)
    expect(buffer.from(0).toString()).toBe('ada')
  })
})

test('coalesced pieces have at least 16 KiB, but for the last, and the same content', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 40_000 }), { maxLength: 40 }), (sizes) => {
      const content = Buffer.alloc(sizes.reduce((sum, size) => sum + size, 0)).map((_, index) => index % 251)
      const coalescer = new Coalescer()
      const passed: Buffer[] = []
      let at = 0
      for (const size of sizes) {
        const large = coalescer.add(Buffer.from(content.subarray(at, at + size)))
        at += size
        if (large) passed.push(large)
      }
      expect(passed.every(({ length }) => length >= 16_384)).toBe(true)
      expect(Buffer.concat([...passed, coalescer.rest()]).equals(content)).toBe(true)
    }),
  )
})
