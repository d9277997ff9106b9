import type { Eventing } from '../../../eventing/eventing.js'
import { refuseCursor } from '../../../kernel/cursor.js'
import type { Caller } from '../../accounts/index.js'
import { type BacktestView, viewOf } from '../internal/view.js'
import { backtests } from '../projections/backtests.js'

export interface BacktestPage {
  /** Newest first. */
  readonly backtests: readonly BacktestView[]
  /** Pagination cursor after each backtest. */
  readonly cursors: readonly string[]
  /** Null on the last page. */
  readonly nextCursor: string | null
}

/**
 * The caller's backtests, newest first. None for a sandbox key.
 * @param page `cursor`: `nextCursor` of the page before
 * @throws Failure VALIDATION_ERROR if the cursor does not belong to this list
 */
export type ListBacktests = (
  caller: Pick<Caller, 'account' | 'sandbox'>,
  page: { readonly limit: number; readonly cursor?: string | undefined },
) => Promise<BacktestPage>

export const createListBacktests =
  ({ eventing }: { readonly eventing: Eventing }): ListBacktests =>
  async ({ account: owner, sandbox }, { limit, cursor: after }) => {
    if (sandbox) return { backtests: [], cursors: [], nextCursor: null }
    await eventing.waitForHead([backtests.name])
    const page = { limit, reverse: true, cursors: true as const, ...(after !== undefined && { after }) }
    const {
      items,
      next,
      cursors = [],
    } = await eventing
      .read(backtests)
      .find({ index: 'byOwner', equals: { owner }, ...page })
      .catch(refuseCursor)
    return { backtests: items.map(({ id, document }) => viewOf(id, document)), cursors, nextCursor: next ?? null }
  }

/** Number of the caller's backtests, on all pages. */
export type CountBacktests = (caller: Pick<Caller, 'account' | 'sandbox'>) => Promise<number>

export const createCountBacktests =
  ({ eventing }: { readonly eventing: Eventing }): CountBacktests =>
  async ({ account: owner, sandbox }) =>
    sandbox ? 0 : eventing.read(backtests).count({ index: 'byOwner', equals: { owner } })
