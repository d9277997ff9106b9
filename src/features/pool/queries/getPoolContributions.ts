// The query for the caller's contributions.
import type { Eventing } from '../../../eventing/eventing.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { invalidAt } from '../../../kernel/failure.js'
import type { Caller } from '../../accounts/index.js'
import { type PoolKeys, poolOf } from '../keys.js'
import { type Badge, badgeOf } from '../levels.js'
import { bucketOf, type ContributionPeriod, startOf } from '../periods.js'
import { ALL_TIME } from '../projections/buckets.js'
import { contributions } from '../projections/contributions.js'
import { leaderboard, leaderboardId } from '../projections/leaderboard.js'
import { READ_YOUR_WRITES_TIMEOUT_MS } from '../readYourWrites.js'

/** Maximum offset that pages reach; older contributions are in the history. */
const MAX_OFFSET = 100_000

export interface ContributionsView {
  readonly period: ContributionPeriod
  readonly summary: {
    readonly totalContributions: number
    /** Those that earned credits: only they count towards ranks and levels. */
    readonly countedContributions: number
    readonly uniqueContributions: number
    readonly totalCredits: number
    /** Based on the account's all-time counted contributions; see `LeaderboardDocument.counted`. */
    readonly currentBadge: Badge
  }
  /** Newest first. */
  readonly contributions: readonly {
    readonly timestamp: string
    /** A hash of the address that differs between accounts. */
    readonly emailHash: string
    readonly creditsEarned: number
    /** Whether it earned credits. */
    readonly counted: boolean
    readonly unique: boolean
  }[]
  readonly pagination: {
    readonly page: number
    readonly limit: number
    readonly total: number
    readonly hasMore: boolean
  }
}

interface ContributionsInput {
  readonly period: ContributionPeriod
  /** From 1. */
  readonly page: number
  /** 1 to 100. */
  readonly limit: number
}

interface GetPoolContributionsDependencies {
  readonly eventing: Eventing
  readonly clock: Clock
  readonly keys: PoolKeys
}

/**
 * The caller's contributions to its pool in the current period. Read-your-writes, up to a timeout. A sandbox key
 * contributes nothing and sees nothing.
 */
export type GetPoolContributions = (caller: Caller, input: ContributionsInput) => Promise<ContributionsView>

export const createGetPoolContributions =
  ({ eventing, clock, keys }: GetPoolContributionsDependencies): GetPoolContributions =>
  async (caller, { period, page, limit }) => {
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
        countedContributions: row?.counted ?? 0,
        uniqueContributions: row?.unique ?? 0,
        totalCredits: row?.credits ?? 0,
        currentBadge: badgeOf(ever?.counted ?? 0),
      },
      contributions: await read((page - 1) * limit),
      pagination: { page, limit, total, hasMore: page * limit < total },
    }

    async function read(skip: number): Promise<ContributionsView['contributions']> {
      if (skip >= total) return []
      if (skip > MAX_OFFSET) rejectPage(Math.floor(MAX_OFFSET / limit) + 1)
      const range = { from: iso(startOf(period, now)) }
      const query = { index: 'byOwner', equals: { owner: account, pool }, range, limit, skip, reverse: true }
      const { items } = await eventing.read(contributions).find(query)
      return items.map(({ id, document: { at, address, credits, unique } }) => ({
        timestamp: at,
        emailHash: keys.emailHashOf(account, address ?? forgottenAddress(id)),
        creditsEarned: credits,
        counted: credits > 0,
        unique,
      }))
    }
  }

/** Stands in for the hash of a forgotten address: no address hash looks like it, and each contribution has its own. */
const forgottenAddress = (contribution: string): string => `a forgotten one ${contribution}`

function rejectPage(last: number): never {
  throw invalidAt(
    '/page',
    `\`page\` must be at most ${last} with this \`limit\`; use a shorter \`period\`, or the pool history for older contributions`,
  )
}
