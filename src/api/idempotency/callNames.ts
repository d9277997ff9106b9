import { canonicalJson } from '../../kernel/canonicalJson.js'
import { createHmacSha256 } from '../../kernel/crypto/hmac.js'
import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'
import { sha256 } from '../../kernel/ids.js'

/** Calls that are one call: of one account, live or by a sandbox key, to one operation, with one key. */
export interface CallName {
  readonly account: string
  /** What a live call is answered, a secret perhaps, is not for a sandbox key, and the other way round. */
  readonly sandbox: boolean
  readonly operation: string
  /** As the caller chose it. */
  readonly key: string
}

/**
 * Names of calls and fingerprints of requests, for storage. Both are HMACs: a key that callers choose and a request of
 * few addresses are easily guessed, and a plain hash would confirm the guess to whoever has a copy of the store.
 */
export function createCallNames({ deriveKey }: { readonly deriveKey: DeriveKey }) {
  const names = createHmacSha256(deriveKey('idempotency-names'))
  const fingerprints = createHmacSha256(deriveKey('idempotency-fingerprints'))
  const fingerprintOf = (request: string): string => fingerprints(request).toString('hex')

  return {
    idOf: (call: CallName): string => names(textOf(call)).toString('hex'),
    /** As releases before this one named it; their records are kept for a day. */
    earlierIdOf: (call: CallName): string => sha256(textOf(call)),
    /** @param request what tells it from another, as plain JSON */
    fingerprintOf: (request: unknown): string => fingerprintOf(canonicalJson(request)),
    /** Whether it is the fingerprint of this request, as this release or an earlier one made it. */
    isFingerprintOf(fingerprint: string, request: unknown): boolean {
      const text = canonicalJson(request)
      return fingerprint === fingerprintOf(text) || fingerprint === sha256(text)
    },
  }
}

const textOf = ({ account, sandbox, operation, key }: CallName): string =>
  `${account} ${sandbox ? 'sandbox ' : ''}${operation} ${key}`
