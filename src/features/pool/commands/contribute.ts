// Contributes one account's verification result to its signal pool.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import type { KeyedMutex } from '../../../kernel/concurrency/keyedMutex.js'
import { derivedId, eventId } from '../../../kernel/ids.js'
import { ConcurrencyConflict } from '../../../kernel/ports/eventStore.js'
import { HOUR_MS } from '../../../kernel/time.js'
import { type Caps, orGiveBack } from '../caps.js'
import { quorumOf } from '../consensus.js'
import * as decide from '../decide.js'
import type { Domains } from '../domains.js'
import type { Shared } from '../events.js'
import { createLoadVoterState } from '../loadVoterState.js'
import type { NonEmptyPools } from '../nonEmptyPools.js'
import type { Standings } from '../standings.js'
import { addressStream, type Contributed, type VoterContext } from '../state.js'

/**
 * Attempts before a contribution gives up on concurrency conflicts: more than processes ever compete for one address.
 */
const MAX_ATTEMPTS = 20
/** Maximum clock skew between machines. */
const MAX_CLOCK_SKEW_MS = HOUR_MS

export interface ContributeDependencies {
  readonly eventing: Eventing
  readonly clock: Clock
  readonly standings: Standings
  readonly caps: Caps
  readonly domains: Domains
  readonly nonEmptyPools: Pick<NonEmptyPools, 'markNonEmpty'>
  /** Minimum number of contributing accounts before an entry of the public pool answers lookups. */
  readonly minContributors: number
  /** Serialises contributions to the same address; keyed by the address's stream. */
  readonly addressMutex: KeyedMutex
}

/** The contributing actor. */
export type Contributor = Pick<Actor, 'id' | 'correlationId'>

/**
 * The actor of a contribution. The command id is derived from cause and address, so a repetition is the same command.
 */
export const actorOf = ({ id, correlationId }: Contributor, { cause }: decide.Origin, address: string): Actor => ({
  id,
  correlationId,
  commandId: commandIdOf(cause, address),
})

const commandIdOf = (cause: string, address: string): string => derivedId(`${cause}/${address}`)

/** The id of the event of a contribution, whether or not it was made. */
export const contributionIdOf = (of: Pick<VoterContext, 'pool' | 'address' | 'cause'>): string =>
  eventId(addressStream(of), 0, { commandId: commandIdOf(of.cause, of.address) })

/**
 * Adds a result to its pool. Idempotent per cause and address: a repeated or concurrent call returns the outcome of the
 * first one.
 * @returns undefined when the account has voted on the address within a day, or no longer exists
 */
export type Contribute = (
  account: string,
  shared: Shared,
  origin: decide.Origin,
  contributor: Contributor,
) => Promise<Contributed | undefined>

export function createContribute(dependencies: ContributeDependencies): Contribute {
  const { eventing, clock, standings, caps, domains, nonEmptyPools, minContributors, addressMutex } = dependencies
  const loadVoterState = createLoadVoterState(dependencies)

  return (account, { pool, result }, origin, contributor) => {
    const { address, domain } = result
    const stream = addressStream({ pool, address })
    const context = { pool, address, account, cause: origin.cause }
    const quorum = quorumOf({ pool, minContributors })
    // The DNS query came before the verification, and the verification before any contribution caused by it.
    const since = iso(Date.parse(result.checkedAt) - MAX_CLOCK_SKEW_MS)
    return addressMutex(stream, attempt)

    async function attempt(attempts = 1): Promise<Contributed | undefined> {
      const { state, revision } = await loadVoterState(context, since)
      if (state.done) return state.done
      const now = clock.now()
      const vote = decide.voteOf(state, now, quorum)
      const standing = vote && (await standings(pool, account))
      if (!vote || !standing) return undefined

      const credits = decide.creditsFor(vote, result)
      const [giveBack] = credits > 0 ? await caps.take({ pool, account }, [{ domain, credits }]) : []
      const isCounted = quorum === 1 ? !vote.unique : state.joined
      const claim = async () => !isCounted && domains.claim(pool, domain, account, decide.isYoung(standing))
      const newDomain = await orGiveBack(claim, giveBack)
      const credited = giveBack !== undefined
      const events = decide.contribute(state, {
        account,
        pool,
        result,
        ...origin,
        standing,
        quorum,
        newDomain,
        credited,
        now,
      })
      try {
        await eventing.append(stream, events, actorOf(contributor, origin, address), revision ?? 'no_stream')
      } catch (error) {
        domains.forget(pool, domain)
        // After any other failure the outcome of the append is unknown, so the credits stay taken.
        if (!(error instanceof ConcurrencyConflict)) throw error
        await giveBack?.()
        if (attempts === MAX_ATTEMPTS) throw error
        await sleep(Math.random() * Math.min(attempts, 10))
        return attempt(attempts + 1)
      }
      nonEmptyPools.markNonEmpty(pool)
      return { credits: credited ? credits : 0, unique: vote.unique }
    }
  }
}
