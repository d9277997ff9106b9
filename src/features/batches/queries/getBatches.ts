import type { Eventing } from '../../../eventing/eventing.js'
import { streamName } from '../../../kernel/stream.js'
import { type BatchView, viewOf } from '../internal/batchView.js'
import { maySee, type Viewer } from '../internal/viewer.js'
import type { Links } from '../link.js'
import { type BatchDocument, batches } from '../projections/batches.js'

/** Batches of the caller's own, in the order of their ids, read in one go; undefined where there is none. */
export type FindBatches = (viewer: Viewer, ids: readonly string[]) => Promise<readonly (BatchDocument | undefined)[]>

export const createFindBatches =
  ({ eventing }: { readonly eventing: Eventing }): FindBatches =>
  async (viewer, ids) => {
    const model = eventing.read(batches)
    const found = await model.getMany(ids)
    return Promise.all(
      found.map(async (known, place) => {
        const id = ids[place]!
        const document = known ?? (await model.getOrReplay(id, streamName('batch', id)))
        return document && maySee(viewer, document) ? document : undefined
      }),
    )
  }

export const createGetBatches =
  ({ findBatches, links }: { readonly findBatches: FindBatches; readonly links: Links }) =>
  async (viewer: Viewer, ids: readonly string[]): Promise<readonly (BatchView | undefined)[]> => {
    const found = await findBatches(viewer, ids)
    return found.map((document, place) => document && viewOf(ids[place]!, document, links.pathOf))
  }
