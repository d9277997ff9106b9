// Cancels a batch in progress, or deletes one that has ended.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import type { Caller } from '../../accounts/index.js'
import { type Quota, USAGE_MODEL } from '../../verification/index.js'
import type { ExpectedBatch } from '../decide.js'
import * as decide from '../decide.js'
import type { BatchSubmitted } from '../events.js'
import { settleLedger } from '../internal/settleLedger.js'
import { batches } from '../projections/batches.js'
import { batchResults } from '../projections/batchResults.js'
import type { Scheduling } from '../scheduling.js'
import { batch } from '../state.js'

interface CancelDependencies {
  readonly eventing: Eventing
  readonly blobs: BlobStore
  readonly quota: Quota
  readonly scheduling: Scheduling
}

/**
 * Ends a batch early, or deletes one that has ended. Rows already processed keep their results, and the quota reserved for the rest
 * is released; with a deleted batch, its input and results are gone.
 */
export type CancelBatch = (
  caller: Caller,
  id: string,
  actor: Actor,
  options?: { readonly expect?: ExpectedBatch | undefined },
) => Promise<'cancelled' | 'already_cancelled' | 'deleted'>

export const createCancelBatch =
  ({ eventing, blobs, quota, scheduling }: CancelDependencies): CancelBatch =>
  async ({ account, sandbox, perMonth }, id, actor, { expect } = {}) => {
    const { events, position, state } = await eventing.handle(batch(id), actor, (state) =>
      decide.cancelBatch(state, account, sandbox, expect),
    )
    if (events.some(({ type }) => type === 'BatchDeleted')) {
      await eventing.waitForPosition(position, [batches.name, batchResults.name])
      // Should this be interrupted, the sweep deletes them: they belong to no batch then.
      if (state.status !== 'none') await Promise.all(blobsOf(state.submitted).map((name) => blobs.delete(name)))
      return 'deleted'
    }
    // Before any other wait: a ledger primed after this point already includes the release.
    await settleLedger(quota, { account, perMonth }, events, actor)
    if (events.length === 0) {
      await eventing.waitForPosition(position, [batches.name, USAGE_MODEL])
      return 'already_cancelled'
    }
    await scheduling.scheduleNext(account, position, [USAGE_MODEL])
    return 'cancelled'
  }

const blobsOf = ({ rows, file }: Pick<BatchSubmitted['data'], 'rows' | 'file'>): string[] =>
  file ? [rows, file.blob] : [rows]
