import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import * as decide from '../decide.js'
import { account } from '../state.js'

/**
 * The operator's: from here on the account is no more, for every decision that is made about it. What is kept of it is
 * deleted by whoever hears of it.
 * @throws Failure NOT_FOUND
 */
export const createEraseAccount =
  ({ eventing }: { eventing: Eventing }) =>
  async (id: string, actor: Actor): Promise<'erased' | 'was erased already'> => {
    const { events } = await eventing.handle(account(id), actor, decide.eraseAccount)
    return events.length > 0 ? 'erased' : 'was erased already'
  }
