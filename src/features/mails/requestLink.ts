// The command by which an owner has another link sent that confirms the address.
import type { Actor } from '../../kernel/actor.js'
import type { Clock } from '../../kernel/clock.js'
import { Failure, RateLimited } from '../../kernel/failure.js'
import { perAddress } from '../../kernel/limits.js'
import type { Accounts, Caller } from '../accounts/index.js'
import type { AskForLink } from './askForLink.js'

/** `off`: this installation sends no mail, or the key is a sandbox key, which may be in the source of a page. */
type RequestOutcome = 'requested' | 'already_confirmed' | 'off'

/** Has another link sent to the owner's address, which ends the link before. */
export type RequestLink = (caller: Pick<Caller, 'account' | 'sandbox'>, actor: Actor) => Promise<RequestOutcome>

interface RequestLinkDependencies {
  readonly accounts: Pick<Accounts, 'getContact'>
  readonly askForLink: AskForLink
  readonly clock: Clock
}

export const createRequestLink =
  ({ accounts, askForLink, clock }: RequestLinkDependencies): RequestLink =>
  async ({ account, sandbox }, actor) => {
    if (sandbox) return 'off'
    const contact = await accounts.getContact(account)
    if (!contact) throw new Failure('NOT_FOUND', 'There is no such account.')
    if (contact.status === 'confirmed') return 'already_confirmed'
    const outcome = await askForLink(account, contact, actor)
    if (typeof outcome === 'string') return outcome
    const { perDay } = perAddress.confirmations
    const message = `At most ${perDay} links per day are sent to one mailbox, whichever of its addresses is given. Look for the last one, also among unwanted mail.`
    throw new RateLimited(message, { limit: perDay, scope: 'day', resetsAt: outcome.refusedUntil, now: clock.now() })
  }

/** The same where no mail server is configured. */
export const requestLinkWithoutMail: RequestLink = async () => 'off'
