import { OWNER_INDEX } from '../../../eventing/erasureIndex.js'
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { derivedId } from '../../../kernel/ids.js'
import { later, type Position, START } from '../../../kernel/position.js'
import * as decide from '../decide.js'
import { PUBLIC_POOL } from '../events.js'
import type { PoolKeys } from '../keys.js'
import { contributions } from '../projections/contributions.js'
import { poolEntries } from '../projections/poolEntries.js'
import { poolStats } from '../projections/poolStats.js'
import { contributionIdsOf } from '../state.js'

const PAGE = 500

export interface ForgetAddressDependencies {
  readonly eventing: Eventing
  readonly keys: Pick<PoolKeys, 'addressOf'>
}

/**
 * The operator's, for whoever an address belongs to: every pool that knows it forgets it, the public one and those of
 * organisations. What is verified later may be contributed again.
 * @param canonical see `canonicalAddress`
 * @returns of how many pools it was forgotten
 */
export const createForgetAddress =
  ({ eventing, keys }: ForgetAddressDependencies) =>
  async (canonical: string, actor: Actor): Promise<number> => {
    let pools = 0
    let seen: Position = START
    await eventing.waitForPosition(await eventing.head(), [poolStats.name])
    for await (const pool of everyPool()) {
      const forgotten = await forgetIn(pool)
      if (forgotten === undefined) continue
      pools++
      seen = later(seen, forgotten)
    }
    if (pools > 0) await eventing.waitForPosition(seen, [poolEntries.name, contributions.name])
    return pools

    async function* everyPool(): AsyncGenerator<string, void> {
      yield PUBLIC_POOL
      for (let after: string | undefined, more = true; more; more = after !== undefined) {
        const asked = { index: OWNER_INDEX, limit: PAGE, ...(after !== undefined && { after }) }
        const { items, next } = await eventing.read(poolStats).find(asked)
        yield* items.map(({ id }) => id)
        after = next
      }
    }

    /** The place of the last event; undefined when the pool did not know it. */
    async function forgetIn(pool: string): Promise<Position | undefined> {
      const of = { pool, address: keys.addressOf(pool, canonical) }
      let last: Position | undefined
      for (let round = 0; ; round++) {
        const command = { ...actor, commandId: derivedId(`${actor.commandId}/${round}`) }
        const { events, position } = await eventing.handle(contributionIdsOf(of), command, (traces) =>
          decide.forgetAddress(traces, of),
        )
        if (events.length === 0) return last
        last = position
      }
    }
  }
