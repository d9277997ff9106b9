import { createHmacSha256 } from '../../kernel/crypto/hmac.js'
import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'

/** Bytes of a hash: a collision is expected only among about 2^64 addresses. */
const HASH_BYTES = 16

/** The keyed hash that stands in for a mailbox. @param canonical see `canonicalAddress` */
export type MailboxKeys = (canonical: string) => string

export function createMailboxKeys(deriveKey: DeriveKey): MailboxKeys {
  const hmac = createHmacSha256(deriveKey('mailbox checks'))
  return (canonical) => Buffer.from(hmac(canonical, 'binary').slice(0, HASH_BYTES), 'latin1').toString('base64url')
}
