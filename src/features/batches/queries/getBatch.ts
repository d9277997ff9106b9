import type { Eventing } from '../../../eventing/eventing.js'
import { streamName } from '../../../kernel/stream.js'
import { batchNotFound } from '../decide.js'
import { type BatchView, viewOf } from '../internal/batchView.js'
import { maySee, type Viewer } from '../internal/viewer.js'
import type { Links } from '../link.js'
import { type BatchDocument, batches } from '../projections/batches.js'

/** Of the caller's own; another's looks like one that never was. @throws Failure BATCH_NOT_FOUND */
export type FindBatch = (viewer: Viewer, id: string) => Promise<BatchDocument>

export const createFindBatch =
  ({ eventing }: { readonly eventing: Eventing }): FindBatch =>
  async (viewer, id) => {
    const found = await eventing.read(batches).getOrReplay(id, streamName('batch', id))
    if (!found || !maySee(viewer, found)) throw batchNotFound()
    return found
  }

/** @throws Failure BATCH_NOT_FOUND */
export const createGetBatch =
  (findBatch: FindBatch, { links }: { readonly links: Links }) =>
  async (viewer: Viewer, id: string): Promise<BatchView> =>
    viewOf(id, await findBatch(viewer, id), links.pathOf)

export type GetBatch = ReturnType<typeof createGetBatch>
