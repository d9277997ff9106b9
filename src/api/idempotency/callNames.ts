import { canonicalJson } from '../../kernel/canonicalJson.js'
import { createHmacSha256 } from '../../kernel/crypto/hmac.js'
import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'
import { sha256 } from '../../kernel/ids.js'

/** Identity of an idempotent call: calls with the same account, key kind, operation and Idempotency-Key are the same. */
export interface CallName {
  readonly account: string
  /** Separates live and sandbox keys: a live call's response, which may hold a secret, must not reach a sandbox key. */
  readonly sandbox: boolean
  readonly operation: string
  /** The Idempotency-Key as sent. */
  readonly key: string
}

/**
 * Storage ids of calls and fingerprints of requests. Both are HMACs: a caller-chosen key and a request of few addresses
 * are easily guessed, and a plain hash would confirm the guess to anyone with a copy of the store.
 */
export function createCallNames({ deriveKey }: { readonly deriveKey: DeriveKey }) {
  const names = createHmacSha256(deriveKey('idempotency-names'))
  const fingerprints = createHmacSha256(deriveKey('idempotency-fingerprints'))
  const fingerprintOf = (request: string): string => fingerprints(request, 'hex')

  return {
    idOf: (call: CallName): string => names(textOf(call), 'hex'),
    /** The id that earlier releases used; their records expire after a day. */
    earlierIdOf: (call: CallName): string => sha256(textOf(call)),
    /** @param request its distinguishing content, as plain JSON */
    fingerprintOf: (request: unknown): string => fingerprintOf(canonicalJson(request)),
    /** Whether it is this request's fingerprint, as made by this release or an earlier one. */
    isFingerprintOf(fingerprint: string, request: unknown): boolean {
      const text = canonicalJson(request)
      return fingerprint === fingerprintOf(text) || fingerprint === sha256(text)
    },
  }
}

const textOf = ({ account, sandbox, operation, key }: CallName): string =>
  `${account} ${sandbox ? 'sandbox ' : ''}${operation} ${key}`
