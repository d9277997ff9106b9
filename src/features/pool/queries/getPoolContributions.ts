// The query for the caller's contributions, in pages that have numbers.
import { invalidAt } from '../../../kernel/failure.js'
import type { Caller } from '../../accounts/index.js'
import { type Badge, badgeOf } from '../levels.js'
import type { ContributionPeriod } from '../periods.js'
import { type ContributionView, createOwnContributions, type OwnContributionsDependencies } from './ownContributions.js'

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
  readonly contributions: readonly ContributionView[]
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

/**
 * The caller's contributions to its pool in the current period. Read-your-writes, up to a timeout. A sandbox key
 * contributes nothing and sees nothing.
 */
export type GetPoolContributions = (caller: Caller, input: ContributionsInput) => Promise<ContributionsView>

export const createGetPoolContributions = (dependencies: OwnContributionsDependencies): GetPoolContributions => {
  const ownContributions = createOwnContributions(dependencies)
  return async (caller, { period, page, limit }) => {
    const { row, ever, total, find } = await ownContributions(caller, period)
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

    async function read(skip: number): Promise<readonly ContributionView[]> {
      if (skip >= total) return []
      if (skip > MAX_OFFSET) rejectPage(Math.floor(MAX_OFFSET / limit) + 1)
      return (await find({ limit, skip })).items
    }
  }
}

function rejectPage(last: number): never {
  throw invalidAt(
    '/page',
    `\`page\` must be at most ${last} with this \`limit\`; use a shorter \`period\`, or the pool history for older contributions`,
  )
}
