import type { Eventing } from '../../../eventing/eventing.js'
import { answerOf, type PoolAnswer } from '../consensus.js'
import { entryId, poolEntries } from '../projections/poolEntries.js'

/** What the pool knows of an address, good enough to answer with; undefined when DNS must be asked. */
export const createLookUp =
  ({ eventing, minContributors }: { readonly eventing: Eventing; readonly minContributors: number }) =>
  /** @param address as the pool knows it @param now milliseconds since the epoch */
  async (pool: string, address: string, now: number): Promise<PoolAnswer | undefined> => {
    const entry = (await eventing.read(poolEntries).get(entryId(pool, address)))?.document
    return entry && answerOf(entry, { pool, now, minContributors })
  }
