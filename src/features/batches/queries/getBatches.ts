import type { BatchView, ViewOf } from '../internal/batchView.js'
import type { FindBatches } from '../internal/findBatch.js'
import type { Viewer } from '../internal/viewer.js'

/** The caller's batches with these ids, in the order of the ids; undefined for each that is unknown. */
export type GetBatches = (viewer: Viewer, ids: readonly string[]) => Promise<readonly (BatchView | undefined)[]>

export const createGetBatches =
  ({ findBatches, viewOf }: { readonly findBatches: FindBatches; readonly viewOf: ViewOf }): GetBatches =>
  async (viewer, ids) => {
    const found = await findBatches(viewer, ids)
    return Promise.all(found.map((document, index) => document && viewOf(ids[index]!, document)))
  }
