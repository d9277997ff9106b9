import { setTimeout as sleep } from 'node:timers/promises'
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import type { Clock } from '../../../kernel/clock.js'
import { derivedId } from '../../../kernel/ids.js'
import { ConcurrencyConflict } from '../../../kernel/ports/eventStore.js'
import { createTurns } from '../../../kernel/turns.js'
import type { Accounts } from '../../accounts/index.js'
import type { Beginnings } from '../beginnings.js'
import type { Caps } from '../caps.js'
import * as decide from '../decide.js'
import type { Domains } from '../domains.js'
import type { Shared } from '../events.js'
import { addressFor, type Contributed } from '../state.js'

/** Conflicts in a row before a contribution gives up: more than processes ever meet at one address. */
const ATTEMPTS = 20

export interface ContributeDependencies {
  readonly eventing: Eventing
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'getCreatedAt'>
  readonly caps: Caps
  readonly domains: Domains
  readonly beginnings: Pick<Beginnings, 'begun'>
}

export type Contribute = ReturnType<typeof createContribute>

/**
 * Adds a result to its pool. The same cause contributes an address once, however often this is called and whoever was
 * faster: what it did then is the answer.
 * @returns undefined when the account has voted on the address within a day, or is no more
 * @throws StoreUnavailable
 */
export function createContribute(dependencies: ContributeDependencies) {
  const { eventing, clock, accounts, caps, domains, beginnings } = dependencies
  const inTurn = createTurns()

  return (
    account: string,
    { pool, result }: Shared,
    origin: decide.Origin,
    { id, correlationId }: Pick<Actor, 'id' | 'correlationId'>,
  ): Promise<Contributed | undefined> => {
    const { address, domain } = result
    const entity = addressFor({ pool, address, account, cause: origin.cause })
    const actor: Actor = { id, correlationId, commandId: derivedId(`${origin.cause}/${address}`) }
    return inTurn(entity.stream, attempt)

    async function attempt(made = 1): Promise<Contributed | undefined> {
      const { state, revision } = await eventing.load(entity)
      if (state.done) return state.done
      const now = clock.now()
      const vote = decide.voteOf(state, now)
      const createdAt = vote && (await accounts.getCreatedAt(account))
      if (!vote || createdAt === undefined) return undefined

      const worth = decide.worthOf(vote, result)
      const giveBack = worth > 0 ? await caps.take({ pool, account, domain }, worth) : undefined
      const newDomain = vote.unique && (await domains.claim(pool, domain))
      const age = now - Date.parse(createdAt)
      const credited = giveBack !== undefined
      const events = decide.contribute(state, { account, pool, result, ...origin, age, newDomain, credited, now })
      try {
        await eventing.append(entity.stream, events, actor, revision ?? 'no_stream')
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
