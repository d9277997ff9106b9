// Contributes many results, such as those of a batch.
import { ConcurrencyConflict } from '../../../kernel/ports/eventStore.js'
import { type Caps, orGiveBack } from '../caps.js'
import { quorumOf } from '../consensus.js'
import * as decide from '../decide.js'
import type { Shared } from '../events.js'
import { addressStream, type Contributed, UNKNOWN_ADDRESS } from '../state.js'
import { actorOf, type Contribute, type ContributeDependencies, type Contributor } from './contribute.js'

/** A result that is to be contributed. */
export interface PendingContribution {
  readonly account: string
  readonly shared: Shared
  readonly origin: decide.Origin
  readonly contributor: Contributor
}

/** A first vote on an address, ready to be appended. */
interface PreparedContribution {
  readonly pending: PendingContribution
  readonly stream: string
  readonly standing: decide.Standing
  /** The credits it earns unless a cap is reached. */
  readonly credits: number
  /** Gives the credits back; undefined if a cap is reached or no credits are due. */
  giveBack?: (() => Promise<void>) | undefined
}

interface ContributeManyDependencies extends ContributeDependencies {
  readonly contribute: Contribute
}

/** What each contribution has earned; those that were not made are missing. */
type Outcomes = Map<PendingContribution, Contributed>

/** The first vote on an address. */
const FIRST_VOTE = { unique: true, first: true }

/**
 * Adds many results, each as `contribute` does. Optimised for addresses that are new to their pool, as most of a batch
 * are: one query finds which streams exist, caps are taken once per account, and all appends share a write to disk.
 * Known addresses, and those that another writer adds first, are contributed one by one.
 * @returns the outcomes in the order of the contributions; see `Contribute`
 * @throws StoreUnavailable, after all contributions under way have settled
 */
export type ContributeMany = (
  contributions: readonly PendingContribution[],
) => Promise<readonly (Contributed | undefined)[]>

export function createContributeMany(dependencies: ContributeManyDependencies): ContributeMany {
  const { eventing, clock, standings, caps, domains, nonEmptyPools, minContributors, addressMutex, contribute } =
    dependencies

  return async (contributions) => {
    const firsts = new Map<string, PendingContribution>()
    const others: PendingContribution[] = []
    const outcomes: Outcomes = new Map()
    for (const pending of contributions) {
      const { pool, result } = pending.shared
      const stream = addressStream({ pool, address: result.address })
      if (firsts.has(stream)) others.push(pending)
      else firsts.set(stream, pending)
    }
    const streams = [...firsts.keys()]
    others.push(...(await addressMutex(streams, () => contributeNew(streams, [...firsts.values()], outcomes))))
    await allSettled(
      others.map(async (pending) => {
        const { account, shared, origin, contributor } = pending
        const outcome = await contribute(account, shared, origin, contributor)
        if (outcome) outcomes.set(pending, outcome)
      }),
    )
    return contributions.map((pending) => outcomes.get(pending))
  }

  /** @returns the contributions whose address is known, or was added by another writer meanwhile */
  async function contributeNew(
    streams: readonly string[],
    contributions: readonly PendingContribution[],
    outcomes: Outcomes,
  ): Promise<PendingContribution[]> {
    const exist = await eventing.exist(streams)
    const now = clock.now()
    const others: PendingContribution[] = []
    const prepared: PreparedContribution[] = []
    const found = new Map<string, decide.Standing | undefined>()
    for (const [index, pending] of contributions.entries()) {
      if (exist[index]) {
        others.push(pending)
        continue
      }
      const { account, shared } = pending
      const contributor = `${shared.pool} ${account}`
      if (!found.has(contributor)) found.set(contributor, await standings(shared.pool, account))
      const standing = found.get(contributor)
      if (!standing) continue
      const credits = decide.creditsFor(FIRST_VOTE, shared.result)
      prepared.push({ pending, stream: streams[index]!, standing, credits })
    }
    await takeCredits(caps, prepared)
    const conflicts = await allSettled(prepared.map((each) => append(each, now, outcomes)))
    for (const conflict of conflicts) if (conflict) others.push(conflict)
    return others
  }

  /** @returns the contribution, if another writer added its address first */
  async function append(
    { pending, stream, standing, credits, giveBack }: PreparedContribution,
    now: number,
    outcomes: Outcomes,
  ): Promise<PendingContribution | undefined> {
    const { account, origin, contributor } = pending
    const { pool, result } = pending.shared
    const { address, domain } = result
    const newDomain = await orGiveBack(
      async () => domains.claim(pool, domain, account, decide.isYoung(standing)),
      giveBack,
    )
    const credited = giveBack !== undefined
    const { source, cause, group } = origin
    const events = decide.contribute(UNKNOWN_ADDRESS, {
      account,
      pool,
      result,
      source,
      cause,
      group,
      standing,
      quorum: quorumOf({ pool, minContributors }),
      newDomain,
      credited,
      now,
    })
    try {
      await eventing.append(stream, events, actorOf(contributor, origin, address), 'no_stream')
    } catch (error) {
      domains.forget(pool, domain)
      // As in `contribute`: the outcome is unknown, so the credits stay taken.
      if (!(error instanceof ConcurrencyConflict)) throw error
      await giveBack?.()
      return pending
    }
    nonEmptyPools.markNonEmpty(pool)
    outcomes.set(pending, { credits: credited ? credits : 0, unique: FIRST_VOTE.unique })
    return undefined
  }
}

/** Takes the credits of each contribution, as far as the caps allow. */
async function takeCredits(caps: Pick<Caps, 'take'>, prepared: readonly PreparedContribution[]): Promise<void> {
  const byAccount = new Map<string, PreparedContribution[]>()
  for (const each of prepared) {
    const { account, shared } = each.pending
    if (each.credits === 0) continue
    const credited = `${shared.pool} ${account}`
    const group = byAccount.get(credited)
    if (group) group.push(each)
    else byAccount.set(credited, [each])
  }
  const giveBackAll = async () => void (await Promise.allSettled(prepared.map(({ giveBack }) => giveBack?.())))
  for (const group of byAccount.values()) {
    const { account, shared } = group[0]!.pending
    const claims = group.map(({ pending, credits }) => ({ domain: pending.shared.result.domain, credits }))
    const taken = await orGiveBack(() => caps.take({ pool: shared.pool, account }, claims), giveBackAll)
    for (const [index, each] of group.entries()) each.giveBack = taken[index]
  }
}

/** Waits for all to settle, then returns the results or throws the first error. */
async function allSettled<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(work)
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}
