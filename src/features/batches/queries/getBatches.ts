import { type BatchView, viewOf } from '../internal/batchView.js'
import type { FindBatches } from '../internal/findBatch.js'
import type { Viewer } from '../internal/viewer.js'
import type { Links } from '../link.js'

/** The caller's batches with these ids, in the order of the ids; undefined for each that is unknown. */
export const createGetBatches =
  ({ findBatches, links }: { readonly findBatches: FindBatches; readonly links: Links }) =>
  async (viewer: Viewer, ids: readonly string[]): Promise<readonly (BatchView | undefined)[]> => {
    const found = await findBatches(viewer, ids)
    return found.map((document, index) => document && viewOf(ids[index]!, document, links.pathOf))
  }
