import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import type { Caller } from '../../accounts/index.js'
import { type Quota, USAGE_MODEL } from '../../verification/index.js'
import * as decide from '../decide.js'
import { settleLedger } from '../internal/settleLedger.js'
import { batches } from '../projections/batches.js'
import type { Scheduling } from '../scheduling.js'
import { batch } from '../state.js'

interface CancelDependencies {
  readonly eventing: Eventing
  readonly quota: Quota
  readonly scheduling: Scheduling
}

/**
 * Ends a batch early. Rows already processed keep their results; the quota reserved for the rest is released.
 */
export type CancelBatch = (caller: Caller, id: string, actor: Actor) => Promise<'cancelled' | 'already_cancelled'>

export const createCancelBatch =
  ({ eventing, quota, scheduling }: CancelDependencies): CancelBatch =>
  async (caller, id, actor) => {
    const decision = await eventing.handle(batch(id), actor, (state) =>
      decide.cancelBatch(state, caller.account, caller.sandbox),
    )
    // Before any other wait: a ledger primed after this point already includes the release.
    await settleLedger(quota, caller, decision.events, actor)
    if (decision.events.length === 0) {
      await eventing.waitForPosition(decision.position, [batches.name, USAGE_MODEL])
      return 'already_cancelled'
    }
    await scheduling.scheduleNext(caller.account, decision.position, [USAGE_MODEL])
    return 'cancelled'
  }
