// The command behind the link that confirms an owner's address.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { digestOf, isWellFormedConfirmation } from '../apiKey.js'
import * as decide from '../decide.js'
import { accounts } from '../projections/accounts.js'
import { account as accountEntity } from '../state.js'
import type { RequestConfirmation } from './requestConfirmation.js'

/**
 * `renewed`: it has expired, and another one is sent to the same address; `expired`: this installation sends none now. `unknown`: it
 * is not the account's last one.
 */
export type ConfirmationOutcome = decide.LinkOutcome | 'renewed'

/** Confirms the owner's address with the token of the link. Idempotent. */
export type ConfirmEmail = (
  link: { readonly account: string; readonly token: string },
  origin: Omit<Actor, 'id'>,
) => Promise<ConfirmationOutcome>

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface ConfirmEmailDependencies {
  readonly eventing: Eventing
  readonly clock: Clock
  /** Undefined if this installation sends no mail. */
  readonly requestConfirmation: RequestConfirmation | undefined
}

export const createConfirmEmail =
  ({ eventing, clock, requestConfirmation }: ConfirmEmailDependencies): ConfirmEmail =>
  async ({ account, token }, origin) => {
    if (!ID.test(account) || !isWellFormedConfirmation(token)) return 'unknown'
    const actor = { ...origin, id: account }
    const link = { digest: digestOf(token), now: iso(clock.now()) }
    const { state, position } = await eventing.handle(accountEntity(account), actor, (before) =>
      decide.confirmEmail(before, link),
    )
    const outcome = decide.outcomeOfLink(state, link)
    if (outcome === 'confirmed') await eventing.waitForPosition(position, [accounts.name])
    if (outcome !== 'expired' || !requestConfirmation) return outcome
    await requestConfirmation(account, actor)
    return 'renewed'
  }
