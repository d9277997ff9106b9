import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../../eventing/eventing.js'
import { createBatcher } from '../../../kernel/concurrency/batcher.js'
import { entryLimit } from '../../../kernel/entryLimit.js'
import { isPublished, type PoolAnswer, type PoolReader, toPoolAnswer } from '../consensus.js'
import { entryId, type PoolEntryDocument, poolEntries } from '../projections/poolEntries.js'

/** Cached entries: some addresses are looked up again and again. */
const CACHE_SIZE = 10_000
const MODELS = [poolEntries.name]

interface CachedEntry {
  readonly entry: PoolEntryDocument
  /** Version token of the read model when the entry was read. */
  readonly version: string
}

/** Looks an address up in a pool. Undefined when the pool has no usable answer and DNS must be queried. */
export type LookUp = (reader: PoolReader, address: string, now: number) => Promise<PoolAnswer | undefined>

export function createLookUp({
  eventing,
  minContributors,
}: {
  readonly eventing: Eventing
  readonly minContributors: number
}): LookUp {
  const model = eventing.read(poolEntries)
  const read = createBatcher<string, PoolEntryDocument | undefined>((ids) =>
    ids.length > 1 ? model.getMany(ids) : model.get(ids[0]!).then((entry) => [entry?.document]),
  )
  const cache = new LRUCache<string, CachedEntry>(entryLimit(CACHE_SIZE))

  /** Entries below the quorum are not cached: like missing ones, they are read each time, so timing reveals nothing. */
  async function readEntry(pool: string, id: string, version: string): Promise<PoolEntryDocument | undefined> {
    const entry = await read(id)
    if (entry && isPublished(entry, { pool, minContributors })) cache.set(id, { entry, version })
    return entry
  }

  /** @param address the pool's hash of the address @param now milliseconds since the epoch */
  return async ({ pool, account }, address, now) => {
    const id = entryId(pool, address)
    // Taken before the model is read: the entry may be newer than the token, never older.
    const version = eventing.versionToken(MODELS)
    const known = cache.get(id)
    const entry = known?.version === version ? known.entry : await readEntry(pool, id, version)
    return entry && toPoolAnswer(entry, { pool, account, now, minContributors })
  }
}
