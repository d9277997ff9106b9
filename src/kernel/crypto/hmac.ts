// HMAC-SHA256 of short texts, several times per request.
import { hash } from 'node:crypto'

const BLOCK_BYTES = 64
const HASH_BYTES = 32
const INNER = 0x36
const OUTER = 0x5c

/** An HMAC as hexadecimal digits, or as a character per byte. */
export type Hmac = (text: string, encoding: 'hex' | 'binary') => string

/**
 * HMAC-SHA256 (RFC 2104) of texts with one key. `crypto.createHmac` makes an object that owns memory outside the heap for
 * each text, which takes up to ten times as long; so does a hash that is returned as a buffer.
 */
export function createHmacSha256(key: Uint8Array): Hmac {
  const inner = block(key, INNER)
  const outer = Buffer.concat([block(key, OUTER), Buffer.alloc(HASH_BYTES)])
  return (text, encoding) => {
    const message = Buffer.allocUnsafe(BLOCK_BYTES + Buffer.byteLength(text))
    message.set(inner)
    message.write(text, BLOCK_BYTES)
    outer.write(hash('sha256', message, 'binary'), BLOCK_BYTES, 'latin1')
    return hash('sha256', outer, encoding)
  }
}

/** The key, or the hash of a longer one, filled up with zeros to a block, XOR a byte. */
function block(key: Uint8Array, byte: number): Buffer {
  const filled = Buffer.alloc(BLOCK_BYTES)
  filled.set(key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key)
  return filled.map((part) => part ^ byte) as Buffer
}
