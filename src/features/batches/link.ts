import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../kernel/clock.js'
import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'

/** Seconds that a link is good for. */
const GOOD_FOR = 24 * 60 * 60

/** What a link carries instead of a key. */
export interface LinkProof {
  /** Unix seconds. */
  readonly expires: number
  readonly signature: string
}

/** Links that open one batch's download to whoever has them, for a day. */
export function createLinks({ deriveKey, clock }: { readonly deriveKey: DeriveKey; readonly clock: Clock }) {
  const key = deriveKey('download-links')
  const sign = (batch: string, expires: number): string =>
    createHmac('sha256', key).update(`${batch}.${expires}`).digest('base64url')

  return {
    /** Path and query. */
    pathOf(batch: string): string {
      const expires = Math.floor(clock.now() / 1_000) + GOOD_FOR
      return `/v1/batch/${batch}/download?expires=${expires}&signature=${sign(batch, expires)}`
    },
    isGood(batch: string, { expires, signature }: LinkProof): boolean {
      const given = Buffer.from(signature)
      const right = Buffer.from(sign(batch, expires))
      return given.length === right.length && timingSafeEqual(given, right) && clock.now() < expires * 1_000
    },
  }
}

export type Links = ReturnType<typeof createLinks>
