// Has a link sent to an address, within the limit of links that it is sent.
import { LRUCache } from 'lru-cache'
import type { Actor } from '../../kernel/actor.js'
import type { Clock } from '../../kernel/clock.js'
import { entryLimit } from '../../kernel/entryLimit.js'
import type { Accounts } from '../accounts/index.js'
import type { CountLink } from './countLink.js'

/** Accounts that are remembered at most. */
const MAX_COUNTED = 10_000

type Contact = NonNullable<Awaited<ReturnType<Accounts['getContact']>>>

/** Has a link sent, which ends the link before. @returns when the limit allows one again, if it does not: milliseconds since the epoch */
export type AskForLink = (
  account: string,
  contact: Pick<Contact, 'email' | 'link'>,
  actor: Actor,
) => Promise<Awaited<ReturnType<Accounts['requestConfirmation']>> | { readonly refusedUntil: number }>

export interface AskForLinkDependencies {
  readonly accounts: Pick<Accounts, 'requestConfirmation'>
  readonly countLink: CountLink
  readonly clock: Clock
}

/** A link that could not be asked for, because a store did not answer, is not counted again by this process. */
export function createAskForLink({ accounts, countLink, clock }: AskForLinkDependencies): AskForLink {
  /** By account, until when the limit has counted such a link, and the link before: another one says that it was asked for. */
  const counted = new LRUCache<string, { readonly until: number; readonly before: string | undefined }>(
    entryLimit(MAX_COUNTED),
  )

  return async (account, { email, link }, actor) => {
    const before = link?.request
    const known = counted.get(account)
    counted.delete(account)
    const isCounted = known !== undefined && known.until > clock.now() && known.before === before
    const { allowed, resetsAt } = isCounted ? { allowed: true, resetsAt: known.until } : await countLink(email)
    if (!allowed) return { refusedUntil: resetsAt }
    try {
      return await accounts.requestConfirmation(account, actor)
    } catch (error) {
      counted.set(account, { until: resetsAt, before })
      throw error
    }
  }
}
