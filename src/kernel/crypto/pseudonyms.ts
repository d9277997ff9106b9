// Identifiers of exports, which nothing else uses.
import { createCipheriv } from 'node:crypto'
import { createHmacSha256 } from './hmac.js'
import type { DeriveKey } from './keyDerivation.js'

const HASH_DIGITS = 32
const NUMBER_BYTES = 4

/** The pseudonym of a text among those of its kind: 32 hexadecimal digits, equal for equal texts. */
export type PseudonymOf = (kind: string, text: string) => string

export interface Pseudonyms {
  readonly pseudonymOf: PseudonymOf
  /** The numbers below `count` in an order that depends on the text and the key alone. */
  readonly shuffled: (text: string, count: number) => Uint32Array
}

/** Pseudonyms under a key that is used only for exports. */
export function createPseudonyms(deriveKey: DeriveKey): Pseudonyms {
  const hmac = createHmacSha256(deriveKey('export'))
  return {
    pseudonymOf: (kind, text) => hmac(`${kind}\n${text}`, 'hex').slice(0, HASH_DIGITS),
    shuffled(text, count) {
      const cipher = createCipheriv('aes-256-ctr', Buffer.from(hmac(`order\n${text}`, 'hex'), 'hex'), Buffer.alloc(16))
      const random = cipher.update(Buffer.alloc(count * NUMBER_BYTES))
      const order = Uint32Array.from({ length: count }, (_, index) => index)
      for (let at = count - 1; at > 0; at--) {
        const other = random.readUInt32LE(at * NUMBER_BYTES) % (at + 1)
        const moved = order[at]!
        order[at] = order[other]!
        order[other] = moved
      }
      return order
    },
  }
}
