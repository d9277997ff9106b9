import type { Reading } from '../../../eventing/eventing.js'
import { streamName } from '../../../kernel/stream.js'
import { batchNotFound } from '../decide.js'
import { type BatchDocument, batches } from '../projections/batches.js'
import { maySee, type Viewer } from './viewer.js'

/** The viewer's batch with this id; another account's is reported as unknown. @throws Failure BATCH_NOT_FOUND */
export type FindBatch = (viewer: Viewer, id: string) => Promise<BatchDocument>

export const createFindBatch =
  ({ eventing }: { readonly eventing: Reading }): FindBatch =>
  async (viewer, id) => {
    const found = await eventing.read(batches).getOrReplay(id, streamName('batch', id))
    if (!found || !maySee(viewer, found)) throw batchNotFound()
    return found
  }

/** The viewer's batches in the order of the ids, read in one call to the store; undefined for each that is unknown. */
export type FindBatches = (viewer: Viewer, ids: readonly string[]) => Promise<readonly (BatchDocument | undefined)[]>

export const createFindBatches =
  ({ eventing }: { readonly eventing: Reading }): FindBatches =>
  async (viewer, ids) => {
    const model = eventing.read(batches)
    const found = await model.getMany(ids)
    return Promise.all(
      found.map(async (known, index) => {
        const id = ids[index]!
        const document = known ?? (await model.getOrReplay(id, streamName('batch', id)))
        return document && maySee(viewer, document) ? document : undefined
      }),
    )
  }
