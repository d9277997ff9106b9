import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { createRandomPool } from '../../kernel/crypto/randomPool.js'

const ALGORITHM = 'aes-256-gcm'
/** 96 random bits: the nonce size that GCM uses without hashing it (NIST SP 800-38D, section 8.2.2). */
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Number of bytes that sealing adds. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES

const newNonce = createRandomPool(NONCE_BYTES)

/** Encrypts to nonce, ciphertext and tag. Only the same key and `context` decrypt it. */
export function seal(key: KeyObject, context: string, content: Uint8Array): Buffer {
  const nonce = newNonce()
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts. @throws Error if the sealed content was modified, or the key or the context differs */
export function unseal(key: KeyObject, context: string, sealed: Uint8Array): Buffer {
  if (sealed.length < SEAL_BYTES) throw new Error('The sealed content is truncated.')
  const end = sealed.length - TAG_BYTES
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(end))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()])
}
