// The query for the caller's contributions, in pages that a cursor continues.
import { refuseCursor } from '../../../kernel/cursor.js'
import type { Caller } from '../../accounts/index.js'
import type { ContributionPeriod } from '../periods.js'
import { type ContributionView, createOwnContributions, type OwnContributionsDependencies } from './ownContributions.js'

interface ContributionsPage {
  /** Newest first, each with its cursor, after which the list can be resumed. */
  readonly items: readonly { readonly contribution: ContributionView; readonly cursor: string }[]
  /** Whether more follow the last item. */
  readonly more: boolean
  /** Number of contributions in the period, on all pages. */
  readonly total: number
}

/**
 * The caller's contributions to its pool in the current period, however many. Read-your-writes, up to a timeout. Empty for
 * a sandbox key.
 * @param page.limit 1 to 100
 * @throws Failure VALIDATION_ERROR if the cursor does not belong to this list
 */
export type ListContributions = (
  caller: Caller,
  period: ContributionPeriod,
  page: { readonly limit: number; readonly after?: string },
) => Promise<ContributionsPage>

export const createListContributions = (dependencies: OwnContributionsDependencies): ListContributions => {
  const ownContributions = createOwnContributions(dependencies)
  return async (caller, period, page) => {
    const { total, find } = await ownContributions(caller, period)
    if (caller.sandbox) return { items: [], more: false, total }
    const { items, cursors, next } = await find({ ...page, cursors: true }).catch(refuseCursor)
    return {
      items: items.map((contribution, index) => ({ contribution, cursor: cursors![index]! })),
      more: next !== undefined,
      total,
    }
  }
}
