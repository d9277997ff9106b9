import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../kernel/clock.js'
import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'

/** How long a link is valid. */
const VALIDITY_SECONDS = 24 * 60 * 60

/** What a link carries in place of an API key. */
export interface LinkProof {
  /** Unix seconds. */
  readonly expires: number
  readonly signature: string
}

/** Signed links to one batch's download. Anyone who holds the link may use it, for one day. */
export interface Links {
  /** Path and query of a link to the batch's download. */
  readonly pathOf: (batch: string) => string
  readonly isGood: (batch: string, proof: LinkProof) => boolean
}

export function createLinks({ deriveKey, clock }: { readonly deriveKey: DeriveKey; readonly clock: Clock }): Links {
  const key = deriveKey('download-links')
  const sign = (batch: string, expires: number): string =>
    createHmac('sha256', key).update(`${batch}.${expires}`).digest('base64url')

  return {
    pathOf(batch) {
      const expires = Math.floor(clock.now() / 1_000) + VALIDITY_SECONDS
      return `/v1/batch/${batch}/download?expires=${expires}&signature=${sign(batch, expires)}`
    },
    isGood(batch, { expires, signature }) {
      const given = Buffer.from(signature)
      const expected = Buffer.from(sign(batch, expires))
      return given.length === expected.length && timingSafeEqual(given, expected) && clock.now() < expires * 1_000
    },
  }
}
