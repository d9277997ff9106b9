import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import type { Caller } from '../../accounts/index.js'
import { type Quota, USAGE_MODEL } from '../../verification/index.js'
import * as decide from '../decide.js'
import { batches } from '../projections/batches.js'
import type { ScheduleOldestBatches } from '../scheduleOldestBatches.js'
import { batch } from '../state.js'

export interface CancelDependencies {
  readonly eventing: Eventing
  readonly quota: Quota
  readonly wakeAccount: ScheduleOldestBatches
}

/**
 * Ends a batch where it is; what is done stays, and what was set aside for the rest is given back.
 * @throws Failure BATCH_NOT_FOUND, BATCH_NOT_CANCELLABLE
 */
export const createCancelBatch =
  ({ eventing, quota, wakeAccount }: CancelDependencies) =>
  async (caller: Caller, id: string, actor: Actor): Promise<'cancelled' | 'was cancelled already'> => {
    const decision = await eventing.handle(batch(id), actor, (state) =>
      decide.cancelBatch(state, caller.account, caller.sandbox),
    )
    // Before anything is waited for: a ledger that is primed from here on has what was given back already.
    for (const { type, data } of decision.events) {
      if (type === 'BatchCancelled') await quota.settle(caller, data.month, data.released, 0, actor)
    }
    await eventing.waitForPosition(decision.position, [batches.name, USAGE_MODEL])
    if (decision.events.length === 0) return 'was cancelled already'
    await wakeAccount(caller.account)
    return 'cancelled'
  }
