import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import type { Caller } from '../../accounts/index.js'
import { type Quota, USAGE_MODEL } from '../../verification/index.js'
import * as decide from '../decide.js'
import { settleLedger } from '../internal/settleLedger.js'
import { batches } from '../projections/batches.js'
import type { ScheduleOldestBatches } from '../scheduleOldestBatches.js'
import { batch } from '../state.js'

export interface CancelDependencies {
  readonly eventing: Eventing
  readonly quota: Quota
  readonly scheduleOldestBatches: ScheduleOldestBatches
}

/**
 * Ends a batch early. Rows already processed keep their results; the quota reserved for the rest is released.
 * @throws Failure BATCH_NOT_FOUND, BATCH_NOT_CANCELLABLE
 */
export const createCancelBatch =
  ({ eventing, quota, scheduleOldestBatches }: CancelDependencies) =>
  async (caller: Caller, id: string, actor: Actor): Promise<'cancelled' | 'already_cancelled'> => {
    const decision = await eventing.handle(batch(id), actor, (state) =>
      decide.cancelBatch(state, caller.account, caller.sandbox),
    )
    // Before any other wait: a ledger primed after this point already includes the release.
    await settleLedger(quota, caller, decision.events, actor)
    await eventing.waitForPosition(decision.position, [batches.name, USAGE_MODEL])
    if (decision.events.length === 0) return 'already_cancelled'
    await scheduleOldestBatches(caller.account)
    return 'cancelled'
  }
