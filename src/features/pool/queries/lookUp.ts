import type { Eventing } from '../../../eventing/eventing.js'
import { createGroups } from '../../../kernel/groups.js'
import { answerOf, type PoolAnswer } from '../consensus.js'
import { entryId, type PoolEntryDocument, poolEntries } from '../projections/poolEntries.js'

/** What the pool knows of an address, good enough to answer with; undefined when DNS must be asked. */
export function createLookUp({
  eventing,
  minContributors,
}: {
  readonly eventing: Eventing
  readonly minContributors: number
}) {
  const model = eventing.read(poolEntries)
  const read = createGroups<string, PoolEntryDocument | undefined>((ids) =>
    ids.length > 1 ? model.getMany(ids) : model.get(ids[0]!).then((entry) => [entry?.document]),
  )

  /** @param address as the pool knows it @param now milliseconds since the epoch */
  return async (pool: string, address: string, now: number): Promise<PoolAnswer | undefined> => {
    const entry = await read(entryId(pool, address))
    return entry && answerOf(entry, { pool, now, minContributors })
  }
}
