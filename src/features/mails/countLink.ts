// The limit of links that one mailbox is sent, by all accounts that name an address of it.
import type { Hmac } from '../../kernel/crypto/hmac.js'
import { perAddress, windowKey } from '../../kernel/limits.js'
import type { Limiter, Window } from '../../kernel/ports/limiter.js'
import { DAY_MS } from '../../kernel/time.js'
import { normalizedOf, parseMailbox } from '../verification/index.js'

export interface CountLinkDependencies {
  readonly limiter: Limiter
  /** Of mailboxes, for the limiter's keys. */
  readonly hmac: Hmac
}

/**
 * Counts a link to an address. It bounds what anybody can have sent to a mailbox that is not theirs, by accounts that name
 * its addresses: one with a tag counts as the one without. The link of a new account is counted when it is sent, because
 * the account exists either way; any other when it is asked for, so that the one before does not end for nothing.
 */
export type CountLink = (email: string) => Promise<Window>

export const createCountLink =
  ({ limiter, hmac }: CountLinkDependencies): CountLink =>
  async (email) =>
    limiter.hit(
      windowKey('confirmation', hmac(normalizedOf(parseMailbox(email))?.normalized ?? email, 'hex')),
      perAddress.confirmations.perDay,
      DAY_MS,
    )
