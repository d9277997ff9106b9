// The contributions of one account in a period, for the queries that list them.
import type { Eventing } from '../../../eventing/eventing.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import type { Find } from '../../../kernel/ports/documentStore.js'
import type { Caller } from '../../accounts/index.js'
import { type PoolKeys, poolOf } from '../keys.js'
import { bucketOf, type ContributionPeriod, startOf } from '../periods.js'
import { ALL_TIME } from '../projections/buckets.js'
import { contributions } from '../projections/contributions.js'
import { leaderboard, leaderboardId } from '../projections/leaderboard.js'
import { READ_YOUR_WRITES_TIMEOUT_MS } from '../readYourWrites.js'

export interface ContributionView {
  readonly timestamp: string
  /** A hash of the address that differs between accounts. */
  readonly emailHash: string
  readonly creditsEarned: number
  /** Whether it earned credits. */
  readonly counted: boolean
  readonly unique: boolean
}

export interface OwnContributionsDependencies {
  readonly eventing: Eventing
  readonly clock: Clock
  readonly keys: PoolKeys
}

/**
 * Opens the caller's contributions to its pool in the current period, once its own latest are in them or a timeout has
 * passed. A sandbox key contributes nothing and sees nothing.
 * @returns the account's rows of the leaderboard for the period and for all time, if any; the number of its contributions in
 * the period; and a function that finds some of them, newest first
 */
export function createOwnContributions({ eventing, clock, keys }: OwnContributionsDependencies) {
  return async (caller: Caller, period: ContributionPeriod) => {
    const { account, sandbox } = caller
    if (!sandbox)
      await eventing.waitForPosition(
        await eventing.head(),
        [contributions.name, leaderboard.name],
        READ_YOUR_WRITES_TIMEOUT_MS,
      )
    const now = clock.now()
    const pool = poolOf(caller)
    const rowOf = async (bucket: string) =>
      sandbox ? undefined : (await eventing.read(leaderboard).get(leaderboardId(pool, bucket, account)))?.document
    const [row, ever] = await Promise.all([rowOf(bucketOf(period, now)), rowOf(ALL_TIME)])
    return { row, ever, total: row?.contributions ?? 0, find }

    /** @throws RangeError when the cursor is malformed or of another account's contributions */
    async function find(page: Pick<Find, 'limit' | 'skip' | 'after' | 'cursors'>) {
      const range = { from: iso(startOf(period, now)) }
      const question = { index: 'byOwner', equals: { owner: account, pool }, range, reverse: true, ...page }
      const { items, ...rest } = await eventing.read(contributions).find(question)
      const views = items.map(
        ({ id, document: { at, address, credits, unique } }): ContributionView => ({
          timestamp: at,
          emailHash: keys.emailHashOf(account, address ?? forgottenAddress(id)),
          creditsEarned: credits,
          counted: credits > 0,
          unique,
        }),
      )
      return { items: views, ...rest }
    }
  }
}

/** Stands in for the hash of a forgotten address: no address hash looks like it, and each contribution has its own. */
const forgottenAddress = (contribution: string): string => `a forgotten one ${contribution}`
