import { ConcurrencyConflict } from '../../../kernel/ports/eventStore.js'
import { quorumOf } from '../consensus.js'
import * as decide from '../decide.js'
import type { Shared } from '../events.js'
import { addressStream, UNKNOWN } from '../state.js'
import { actorOf, type Contribute, type ContributeDependencies, type Contributor } from './contribute.js'

/** A result that is to be contributed. */
export interface PendingContribution {
  readonly account: string
  readonly shared: Shared
  readonly origin: decide.Origin
  readonly contributor: Contributor
}

/** A contribution that is about to be made. */
interface Begun {
  readonly due: PendingContribution
  readonly stream: string
  readonly age: number
  /** What it earns unless a cap is reached. */
  readonly worth: number
  credited?: (() => Promise<void>) | undefined
}

export interface ContributeManyDependencies extends ContributeDependencies {
  readonly contribute: Contribute
}

export type ContributeMany = ReturnType<typeof createContributeMany>

/** Of each, the first vote on an address. */
const FIRST = { unique: true, first: true }

/**
 * Adds many results, each as `contribute` does. Most addresses of a batch are new to their pool: which of them are is
 * one question, caps are asked once an account, and all appends share a write to the disk. The others are contributed
 * one by one, as is whatever somebody else was faster with.
 * @throws StoreUnavailable, when all that was begun has ended
 */
export function createContributeMany(dependencies: ContributeManyDependencies) {
  const { eventing, clock, accounts, caps, domains, beginnings, minContributors, inTurn, contribute } = dependencies

  return async (dues: readonly PendingContribution[]): Promise<void> => {
    const firsts = new Map<string, PendingContribution>()
    const others: PendingContribution[] = []
    for (const due of dues) {
      const { pool, result } = due.shared
      const stream = addressStream({ pool, address: result.address })
      if (firsts.has(stream)) others.push(due)
      else firsts.set(stream, due)
    }
    const streams = [...firsts.keys()]
    others.push(...(await inTurn(streams, () => contributeNew(streams, [...firsts.values()]))))
    await allOf(
      others.map(({ account, shared, origin, contributor }) => contribute(account, shared, origin, contributor)),
    )
  }

  /** @returns those that are not new, and those that somebody else was faster with */
  async function contributeNew(
    streams: readonly string[],
    dues: readonly PendingContribution[],
  ): Promise<PendingContribution[]> {
    const exist = await eventing.exist(streams)
    const now = clock.now()
    const others: PendingContribution[] = []
    const begun: Begun[] = []
    for (const [index, due] of dues.entries()) {
      if (exist[index]) {
        others.push(due)
        continue
      }
      const known = accounts.getCreatedAt(due.account)
      const createdAt = typeof known === 'string' ? known : await known
      if (createdAt === undefined) continue
      const worth = decide.worthOf(FIRST, due.shared.result)
      begun.push({ due, stream: streams[index]!, age: now - Date.parse(createdAt), worth })
    }
    await credit(begun)
    const conflicts = await allOf(begun.map((each) => append(each, now)))
    for (const conflict of conflicts) if (conflict) others.push(conflict)
    return others
  }

  /** Takes what each is worth, as far as caps allow. */
  async function credit(begun: readonly Begun[]): Promise<void> {
    const worthy = new Map<string, Begun[]>()
    for (const each of begun) {
      const { account, shared } = each.due
      if (each.worth === 0) continue
      const earner = `${shared.pool} ${account}`
      const group = worthy.get(earner)
      if (group) group.push(each)
      else worthy.set(earner, [each])
    }
    for (const group of worthy.values()) {
      const { account, shared } = group[0]!.due
      const claims = group.map(({ due, worth }) => ({ domain: due.shared.result.domain, credits: worth }))
      const taken = await caps.take({ pool: shared.pool, account }, claims)
      for (const [index, each] of group.entries()) each.credited = taken[index]
    }
  }

  /** @returns what somebody else was faster with */
  async function append(
    { due, stream, age, credited: giveBack }: Begun,
    now: number,
  ): Promise<PendingContribution | undefined> {
    const { account, origin, contributor } = due
    const { pool, result } = due.shared
    const { address, domain } = result
    const claimed = domains.claim(pool, domain, account)
    const newDomain = typeof claimed === 'boolean' ? claimed : await claimed
    const credited = giveBack !== undefined
    const { source, cause, group } = origin
    const events = decide.contribute(UNKNOWN, {
      account,
      pool,
      result,
      source,
      cause,
      group,
      age,
      quorum: quorumOf({ pool, minContributors }),
      newDomain,
      credited,
      now,
    })
    try {
      await eventing.append(stream, events, actorOf(contributor, origin, address), 'no_stream')
    } catch (error) {
      if (newDomain) domains.forget(pool, domain)
      // As with a single one: nobody knows whether it happened.
      if (!(error instanceof ConcurrencyConflict)) throw error
      await giveBack?.()
      return due
    }
    beginnings.begun(pool)
    return undefined
  }
}

/** When all have ended; throws then what the first that failed threw. */
async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(work)
  return ended.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
}
