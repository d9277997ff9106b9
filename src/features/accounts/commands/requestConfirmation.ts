import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { Failure } from '../../../kernel/failure.js'
import * as decide from '../decide.js'
import type { NewConfirmation } from '../internal/confirmations.js'
import { account as accountEntity } from '../state.js'

/**
 * Has a link that confirms the owner's address sent to it, which ends the link before. Who sends it reacts to the event.
 */
export type RequestConfirmation = (account: string, actor: Actor) => Promise<'requested' | 'already_confirmed'>

interface RequestConfirmationDependencies {
  readonly eventing: Eventing
  /** Undefined if this installation sends no mail. */
  readonly newConfirmation: NewConfirmation | undefined
}

export const createRequestConfirmation =
  ({ eventing, newConfirmation }: RequestConfirmationDependencies): RequestConfirmation =>
  async (account, actor) => {
    if (!newConfirmation) throw new Failure('VALIDATION_ERROR', 'This installation sends no mail: SMTP_URL is not set.')
    const { events } = await eventing.handle(accountEntity(account), actor, (state) =>
      decide.requestConfirmation(state, newConfirmation(account)),
    )
    return events.length > 0 ? 'requested' : 'already_confirmed'
  }
