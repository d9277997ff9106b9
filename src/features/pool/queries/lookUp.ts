import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../../eventing/eventing.js'
import { createBatcher } from '../../../kernel/concurrency/batcher.js'
import { answerOf, isPublished, type PoolAnswer } from '../consensus.js'
import { entryId, type PoolEntryDocument, poolEntries } from '../projections/poolEntries.js'

/** Entries that are kept at hand: some addresses are asked for again and again. */
const AT_HAND = 10_000
const MODELS = [poolEntries.name]

interface AtHand {
  readonly entry: PoolEntryDocument
  /** Of the model, when it was read. */
  readonly state: string
}

/** What the pool knows of an address, good enough to answer with; undefined when DNS must be asked. */
export function createLookUp({
  eventing,
  minContributors,
}: {
  readonly eventing: Eventing
  readonly minContributors: number
}) {
  const model = eventing.read(poolEntries)
  const read = createBatcher<string, PoolEntryDocument | undefined>((ids) =>
    ids.length > 1 ? model.getMany(ids) : model.get(ids[0]!).then((entry) => [entry?.document]),
  )
  const atHand = new LRUCache<string, AtHand>({ max: AT_HAND })

  /** What has too few contributors to be answered is not kept at hand: it is read each time, like what is not there. */
  async function readEntry(pool: string, id: string, state: string): Promise<PoolEntryDocument | undefined> {
    const entry = await read(id)
    if (entry && isPublished(entry, { pool, minContributors })) atHand.set(id, { entry, state })
    return entry
  }

  /** @param address as the pool knows it @param now milliseconds since the epoch */
  return async (pool: string, address: string, now: number): Promise<PoolAnswer | undefined> => {
    const id = entryId(pool, address)
    // Taken before the model is read: what is read may be newer, never older.
    const state = eventing.versionToken(MODELS)
    const known = atHand.get(id)
    const entry = known?.state === state ? known.entry : await readEntry(pool, id, state)
    return entry && answerOf(entry, { pool, now, minContributors })
  }
}
