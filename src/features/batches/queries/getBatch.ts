import type { BatchView, ViewOf } from '../internal/batchView.js'
import type { FindBatch } from '../internal/findBatch.js'
import type { Viewer } from '../internal/viewer.js'

/** Status and progress of a batch. @throws Failure BATCH_NOT_FOUND */
export const createGetBatch =
  (findBatch: FindBatch, { viewOf }: { readonly viewOf: ViewOf }) =>
  async (viewer: Viewer, id: string): Promise<BatchView> =>
    viewOf(id, await findBatch(viewer, id))

export type GetBatch = ReturnType<typeof createGetBatch>
