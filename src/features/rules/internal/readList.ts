import type { Eventing } from '../../../eventing/eventing.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { streamName } from '../../../kernel/stream.js'
import type { ListEntries } from '../events.js'
import { type Membership, membershipOf } from '../lists/membership.js'
import { listChunkIds, listChunks } from '../projections/listChunks.js'

/** The entries of a list, also of one that was replaced. @throws StoreUnavailable when the log does not have them yet */
export type ReadList = (entries: ListEntries) => Promise<Membership>

export const createReadList = (eventing: Pick<Eventing, 'read'>): ReadList => {
  const chunks = eventing.read(listChunks)
  return async (entries) => {
    const stream = streamName('list', entries.id)
    const found = await Promise.all(listChunkIds(entries).map((id) => chunks.getOrReplay(id, stream)))
    return membershipOf(
      found.map((chunk) => {
        if (!chunk) throw new StoreUnavailable(`the entries of list ${entries.id} are not in the log yet`)
        return chunk
      }),
    )
  }
}
