import { setTimeout as sleep } from 'node:timers/promises'
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import type { KeyedMutex } from '../../../kernel/concurrency/keyedMutex.js'
import { derivedId } from '../../../kernel/ids.js'
import { ConcurrencyConflict } from '../../../kernel/ports/eventStore.js'
import type { Accounts } from '../../accounts/index.js'
import type { Caps } from '../caps.js'
import { quorumOf } from '../consensus.js'
import * as decide from '../decide.js'
import type { Domains } from '../domains.js'
import type { Shared } from '../events.js'
import { createLoadVoterState } from '../loadVoterState.js'
import type { NonEmptyPools } from '../nonEmptyPools.js'
import { addressStream, type Contributed } from '../state.js'

/** Conflicts in a row before a contribution gives up: more than processes ever meet at one address. */
const ATTEMPTS = 20
/** Clocks of several machines differ by less. */
const CLOCKS_DIFFER_MS = 60 * 60_000

export interface ContributeDependencies {
  readonly eventing: Eventing
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'getCreatedAt'>
  readonly caps: Caps
  readonly domains: Domains
  readonly beginnings: Pick<NonEmptyPools, 'begun'>
  /** Accounts behind an entry of the public pool before it answers look-ups. */
  readonly minContributors: number
  /** At addresses, by their streams. */
  readonly inTurn: KeyedMutex
}

export type Contribute = ReturnType<typeof createContribute>

/** Who contributes. */
export type Contributor = Pick<Actor, 'id' | 'correlationId'>

/** What a contribution is done as: of the same cause and address always the same command. */
export const actorOf = ({ id, correlationId }: Contributor, { cause }: decide.Origin, address: string): Actor => ({
  id,
  correlationId,
  commandId: derivedId(`${cause}/${address}`),
})

/**
 * Adds a result to its pool. The same cause contributes an address once, however often this is called and whoever was
 * faster: what it did then is the answer.
 * @returns undefined when the account has voted on the address within a day, or is no more
 * @throws StoreUnavailable
 */
export function createContribute(dependencies: ContributeDependencies) {
  const { eventing, clock, accounts, caps, domains, beginnings, minContributors, inTurn } = dependencies
  const recall = createLoadVoterState(dependencies)

  return (
    account: string,
    { pool, result }: Shared,
    origin: decide.Origin,
    contributor: Contributor,
  ): Promise<Contributed | undefined> => {
    const { address, domain } = result
    const stream = addressStream({ pool, address })
    const viewpoint = { pool, address, account, cause: origin.cause }
    const quorum = quorumOf({ pool, minContributors })
    // DNS was asked before anybody was told, and that before anything was contributed.
    const since = iso(Date.parse(result.checkedAt) - CLOCKS_DIFFER_MS)
    return inTurn(stream, attempt)

    async function attempt(made = 1): Promise<Contributed | undefined> {
      const { state, revision } = await recall(viewpoint, since)
      if (state.done) return state.done
      const now = clock.now()
      const vote = decide.voteOf(state, now, quorum)
      const createdAt = vote && (await accounts.getCreatedAt(account))
      if (!vote || createdAt === undefined) return undefined

      const worth = decide.worthOf(vote, result)
      const [giveBack] = worth > 0 ? await caps.take({ pool, account }, [{ domain, credits: worth }]) : []
      const newDomain = vote.unique && (await domains.claim(pool, domain, account))
      const age = now - Date.parse(createdAt)
      const credited = giveBack !== undefined
      const events = decide.contribute(state, {
        account,
        pool,
        result,
        ...origin,
        age,
        quorum,
        newDomain,
        credited,
        now,
      })
      try {
        await eventing.append(stream, events, actorOf(contributor, origin, address), revision ?? 'no_stream')
      } catch (error) {
        if (newDomain) domains.forget(pool, domain)
        // Should the append have failed otherwise, nobody knows whether it happened: what was taken stays taken.
        if (!(error instanceof ConcurrencyConflict)) throw error
        await giveBack?.()
        if (made === ATTEMPTS) throw error
        await sleep(Math.random() * Math.min(made, 10))
        return attempt(made + 1)
      }
      beginnings.begun(pool)
      return { credits: credited ? worth : 0, unique: vote.unique }
    }
  }
}
