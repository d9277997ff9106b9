// UTF-8 is recognised in pieces of any size as in the whole.
import { describe, expect, test } from '@jest/globals'
import { createUtf8Check } from '../../src/features/batches/input/text/utf8.js'
import fc from '../../testbed/fastCheck.js'

describe('the check for UTF-8', () => {
  const check = (bytes: Uint8Array, size: number) => {
    const utf8 = createUtf8Check()
    for (let at = 0; at < bytes.length; at += size) utf8.push(bytes.subarray(at, at + size))
    return utf8.end()
  }

  test('gives the same result for pieces as for the whole', () => {
    const bytes = fc
      .array(
        fc.oneof(
          fc.string({ unit: 'grapheme', maxLength: 3 }).map((text) => Buffer.from(text)),
          fc.uint8Array({ maxLength: 2 }).map((some) => Buffer.from(some)),
          fc
            .constantFrom('c3', 'e282', 'f09f98', 'c080', 'eda080', 'f4908080', 'f5', 'ff')
            .map((hex) => Buffer.from(hex, 'hex')),
        ),
        { maxLength: 6 },
      )
      .map((parts) => Buffer.concat(parts))
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 5 }), (given, size) => {
        let valid = true
        try {
          new TextDecoder('utf-8', { fatal: true }).decode(given)
        } catch {
          valid = false
        }
        expect(check(given, size)).toBe(valid)
      }),
      { numRuns: 2_000 },
    )
  })
})
