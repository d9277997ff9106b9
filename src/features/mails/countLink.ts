// The limit of links that one address is sent, by all accounts that name it.
import type { Hmac } from '../../kernel/crypto/hmac.js'
import { perAddress, windowKey } from '../../kernel/limits.js'
import type { Limiter, Window } from '../../kernel/ports/limiter.js'
import { DAY_MS } from '../../kernel/time.js'
import { canonicalAddress } from '../verification/index.js'

export interface CountLinkDependencies {
  readonly limiter: Limiter
  /** Of addresses, for the limiter's keys. */
  readonly hmac: Hmac
}

/**
 * Counts a link to an address. It bounds what anybody can have sent to an address that is not theirs, by accounts that name
 * it. The link of a new account is counted when it is sent, because the account exists either way; any other when it is
 * asked for, so that the one before does not end for nothing.
 */
export type CountLink = (email: string) => Promise<Window>

export const createCountLink =
  ({ limiter, hmac }: CountLinkDependencies): CountLink =>
  async (email) =>
    limiter.hit(
      windowKey('confirmation', hmac(canonicalAddress(email), 'hex')),
      perAddress.confirmations.perDay,
      DAY_MS,
    )
