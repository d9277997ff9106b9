import type { Eventing } from '../../../eventing/eventing.js'
import { newSystemActor } from '../../../kernel/actor.js'
import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import * as decide from '../decide.js'
import { batchOfBlob } from '../ids.js'
import { batch } from '../state.js'

interface ForgetBatchesDependencies {
  readonly eventing: Pick<Eventing, 'handle'>
  readonly blobs: BlobStore
}

/**
 * Ends the batches of erased accounts and deletes their blobs. It scans the blobs rather than a read model, which may
 * lag: every open batch has an input blob. Idempotent.
 * @returns the ids of the batches whose blobs were deleted
 */
export const createForgetBatches =
  ({ eventing, blobs }: ForgetBatchesDependencies) =>
  async (accounts: ReadonlySet<string>): Promise<ReadonlySet<string>> => {
    const batches = new Set<string>()
    for await (const { name, owner } of blobs.all()) {
      if (!accounts.has(owner)) continue
      const id = batchOfBlob(name)
      const actor = newSystemActor()
      await eventing.handle(batch(id), actor, (state) => decide.endErasedBatch(state, owner))
      await blobs.delete(name)
      batches.add(id)
    }
    return batches
  }
