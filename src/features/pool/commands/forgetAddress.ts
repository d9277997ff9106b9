// Removes an address from pools: the operator command, and its repetition after a restore.
import { OWNER_INDEX } from '../../../eventing/erasureIndex.js'
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { Failure } from '../../../kernel/failure.js'
import { derivedId } from '../../../kernel/ids.js'
import { later, type Position, START } from '../../../kernel/position.js'
import * as decide from '../decide.js'
import { PUBLIC_POOL } from '../events.js'
import type { PoolKeys } from '../keys.js'
import { contributions } from '../projections/contributions.js'
import { poolEntries } from '../projections/poolEntries.js'
import { poolStats } from '../projections/poolStats.js'
import { contributionIdsOf } from '../state.js'

const PAGE_SIZE = 500

/** An address of one pool. */
export interface PoolAddress {
  readonly pool: string
  /** The pool's hash of the address. */
  readonly address: string
}

interface ForgetAddressDependencies {
  readonly eventing: Eventing
  readonly keys: Pick<PoolKeys, 'addressOf'>
}

export function createForgetAddress({ eventing, keys }: ForgetAddressDependencies) {
  /**
   * Operator command, on behalf of an address's owner: every pool that has the address forgets it, the public one and
   * those of organisations. Later verifications may contribute it again.
   * @param canonical see `canonicalAddress`
   * @returns the number of pools that contained the address
   * @throws Failure SERVICE_UNAVAILABLE while not every pool is known
   */
  async function forgetAddress(canonical: string, actor: Actor): Promise<number> {
    let pools = 0
    let last: Position = START
    if (!(await eventing.waitForHead([poolStats.name]))) {
      throw new Failure(
        'SERVICE_UNAVAILABLE',
        'No pool has forgotten the address, because the read model pool_stats does not know every pool yet: see /health/ready, then try again.',
      )
    }
    for await (const pool of allPools()) {
      const position = await forgetIn({ pool, address: keys.addressOf(pool, canonical) }, actor)
      if (position === undefined) continue
      pools++
      last = later(last, position)
    }
    if (pools > 0) await eventing.waitForPosition(last, [poolEntries.name, contributions.name])
    return pools
  }

  async function* allPools(): AsyncGenerator<string, void> {
    yield PUBLIC_POOL
    for (let after: string | undefined, more = true; more; more = after !== undefined) {
      const query = { index: OWNER_INDEX, limit: PAGE_SIZE, ...(after !== undefined && { after }) }
      const { items, next } = await eventing.read(poolStats).find(query)
      yield* items.map(({ id }) => id)
      after = next
    }
  }

  /** Needs no read model. @returns the position of the last event; undefined when the pool did not contain the address */
  async function forgetIn(of: PoolAddress, actor: Actor): Promise<Position | undefined> {
    let last: Position | undefined
    for (let round = 0; ; round++) {
      const command = { ...actor, commandId: derivedId(`${actor.commandId}/${round}`) }
      const { events, position } = await eventing.handle(contributionIdsOf(of), command, (ids) =>
        decide.forgetAddress(ids, of),
      )
      if (events.length === 0) return last
      last = position
    }
  }

  return { forgetAddress, forgetIn }
}
