import { type BatchView, viewOf } from '../internal/batchView.js'
import type { FindBatch } from '../internal/findBatch.js'
import type { Viewer } from '../internal/viewer.js'
import type { Links } from '../link.js'

/** Status and progress of a batch. @throws Failure BATCH_NOT_FOUND */
export const createGetBatch =
  (findBatch: FindBatch, { links }: { readonly links: Links }) =>
  async (viewer: Viewer, id: string): Promise<BatchView> =>
    viewOf(id, await findBatch(viewer, id), links.pathOf)

export type GetBatch = ReturnType<typeof createGetBatch>
