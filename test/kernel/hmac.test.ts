import { createHmac } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { createHmacSha256 } from '../../src/kernel/crypto/hmac.js'
import fc from '../../testbed/fastCheck.js'

test('equals the HMAC of Node.js for any text and key', () =>
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 100 }),
      fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constant('é'.repeat(2_000))), {
        minLength: 1,
        maxLength: 5,
      }),
      (key, texts) => {
        const hmac = createHmacSha256(key)
        for (const text of texts) {
          for (const encoding of ['hex', 'binary'] as const)
            expect(hmac(text, encoding)).toBe(createHmac('sha256', key).update(text).digest(encoding))
        }
      },
    ),
  ))
