import type { BatchView, ViewOf } from '../internal/batchView.js'
import type { FindBatch } from '../internal/findBatch.js'
import type { Viewer } from '../internal/viewer.js'

/** Status and progress of a batch. */
export type GetBatch = (viewer: Viewer, id: string) => Promise<BatchView>

export const createGetBatch =
  (findBatch: FindBatch, { viewOf }: { readonly viewOf: ViewOf }): GetBatch =>
  async (viewer, id) =>
    viewOf(id, await findBatch(viewer, id))
