import type { Eventing } from '../../../eventing/eventing.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { Failure } from '../../../kernel/failure.js'
import type { Caller } from '../../accounts/index.js'
import { type PoolKeys, poolOf } from '../keys.js'
import { type Badge, badgeOf } from '../levels.js'
import { bucketOf, type ContributionPeriod, startOf } from '../periods.js'
import { ALL_TIME } from '../projections/buckets.js'
import { contributions } from '../projections/contributions.js'
import { leaderboard, leaderboardId } from '../projections/leaderboard.js'
import { READ_YOUR_WRITES_TIMEOUT_MS } from '../readYourWrites.js'

/** Contributions that pages reach; more are in the history. */
const REACH = 100_000

export interface ContributionsView {
  readonly period: ContributionPeriod
  readonly summary: {
    readonly totalContributions: number
    readonly uniqueContributions: number
    readonly totalCredits: number
    /** By all that counts of what the account ever contributed; see the leaderboard. */
    readonly currentBadge: Badge
  }
  /** Newest first. */
  readonly contributions: readonly {
    readonly timestamp: string
    /** Of the address; means nothing to other accounts. */
    readonly emailHash: string
    readonly creditsEarned: number
    readonly unique: boolean
  }[]
  readonly pagination: {
    readonly page: number
    readonly limit: number
    readonly total: number
    readonly hasMore: boolean
  }
}

export interface ContributionsAsked {
  readonly period: ContributionPeriod
  /** From 1. */
  readonly page: number
  /** 1 to 100. */
  readonly limit: number
}

export interface GetPoolContributionsDependencies {
  readonly eventing: Eventing
  readonly clock: Clock
  readonly keys: PoolKeys
}

/**
 * What the caller contributed to its pool in the present period; sees what was contributed before it was asked, as far
 * as that can be waited for. A sandbox key contributes nothing, and is shown nothing.
 * @throws Failure VALIDATION_ERROR when a page is further than pages reach
 */
export const createGetPoolContributions =
  ({ eventing, clock, keys }: GetPoolContributionsDependencies) =>
  async (caller: Caller, { period, page, limit }: ContributionsAsked): Promise<ContributionsView> => {
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
    const total = row?.contributions ?? 0
    return {
      period,
      summary: {
        totalContributions: total,
        uniqueContributions: row?.unique ?? 0,
        totalCredits: row?.credits ?? 0,
        currentBadge: badgeOf(ever?.counted ?? 0),
      },
      contributions: await read((page - 1) * limit),
      pagination: { page, limit, total, hasMore: page * limit < total },
    }

    async function read(skip: number): Promise<ContributionsView['contributions']> {
      if (skip >= total) return []
      if (skip > REACH) refusePage(Math.floor(REACH / limit) + 1)
      const range = { from: iso(startOf(period, now)) }
      const asked = { index: 'byOwner', equals: { owner: account, pool }, range, limit, skip, reverse: true }
      const { items } = await eventing.read(contributions).find(asked)
      return items.map(({ id, document: { at, address, credits, unique } }) => ({
        timestamp: at,
        emailHash: keys.emailHashOf(account, address ?? `a forgotten one ${id}`),
        creditsEarned: credits,
        unique,
      }))
    }
  }

function refusePage(last: number): never {
  const message = `\`page\` must be at most ${last} with this \`limit\`; a shorter \`period\` shows the newest, the history all`
  throw new Failure('VALIDATION_ERROR', `${message}.`, [{ path: '/page', message }])
}
