import { describe, expect, test } from '@jest/globals'

import { collectionPrefix, entryKey, indexPrefix, recordKey, valuesKey } from '../../src/adapters/documents/lmdb/key.js'
import { idBytes } from '../../src/adapters/documents/values.js'
import fc from '../../testbed/fastCheck.js'

/** Any text, including lone surrogates, zeros, and lengths around those at which text is cut. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.tuple(fc.constantFrom('a', 'é', '語', '\0'), fc.integer({ min: 80, max: 1_510 })).map(([one, n]) => one.repeat(n)),
)
const value = fc.oneof(text, fc.double({ noNaN: true }), fc.boolean())

describe('document keys built in one pass', () => {
  test('equal those built from their parts: records', () => {
    fc.assert(
      fc.property(text, (id) => {
        expect(recordKey('things', id)).toEqual(Buffer.concat([collectionPrefix('things'), idBytes(id)]))
      }),
    )
  })

  test('equal those built from their parts: index entries', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), text, (values, id) => {
        const parts = Buffer.concat([indexPrefix('things', 'byName'), valuesKey([...values, id])])
        expect(entryKey('things', 'byName', values, id)).toEqual(parts)
      }),
    )
  })
})
