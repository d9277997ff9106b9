// The links that confirm owners' addresses.
import { createHmac } from 'node:crypto'
import { type Clock, iso } from '../../../kernel/clock.js'
import type { DeriveKey } from '../../../kernel/crypto/keyDerivation.js'
import { newId } from '../../../kernel/ids.js'
import { DAY_MS } from '../../../kernel/time.js'
import { digestOf, newConfirmationToken } from '../apiKey.js'
import type * as decide from '../decide.js'

/** How long a link works. */
const VALID_MS = 7 * DAY_MS

/** A link for an account. */
export type NewConfirmation = (account: string) => decide.NewConfirmation

/**
 * The token of a link is derived, so that one that is sent again is the same although only its digest is stored.
 */
export function createConfirmations({ deriveKey, clock }: { readonly deriveKey: DeriveKey; readonly clock: Clock }) {
  const key = deriveKey('email confirmation')

  const tokenOf = (account: string, request: string): string =>
    newConfirmationToken(createHmac('sha256', key).update(`${account} ${request}`).digest())

  const newConfirmation: NewConfirmation = (account) => {
    const request = newId()
    const digest = digestOf(tokenOf(account, request))
    return { request, digest, expiresAt: iso(clock.now() + VALID_MS) }
  }

  return { tokenOf, newConfirmation }
}

export type Confirmations = ReturnType<typeof createConfirmations>
