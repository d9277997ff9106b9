import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import * as decide from '../decide.js'
import { account } from '../state.js'

/**
 * Operator command: marks the account as erased for every later decision. Subscribers of the event delete the account's
 * data.
 */
export type EraseAccount = (id: string, actor: Actor) => Promise<'erased' | 'already_erased'>

export const createEraseAccount =
  ({ eventing }: { eventing: Eventing }): EraseAccount =>
  async (id, actor) => {
    const { events } = await eventing.handle(account(id), actor, decide.eraseAccount)
    return events.length > 0 ? 'erased' : 'already_erased'
  }
