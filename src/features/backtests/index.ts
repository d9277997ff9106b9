/**
 * Backtests: how an account's own rules would have decided its verifications of the past. Other rooms see what is declared here; each
 * operation's type leads to its code.
 */
import type { JobHandler } from '../../kernel/ports/jobs.js'
import type { CancelBacktest } from './commands/cancelBacktest.js'
import type { CreateBacktest } from './commands/createBacktest.js'
import type { GetBacktest } from './queries/getBacktest.js'
import type { CountBacktests, ListBacktests } from './queries/listBacktests.js'
import type { WatchBacktest } from './queries/watchBacktest.js'
import { type BacktestsDependencies, wireBacktests } from './wiring.js'

/**
 * What the feature offers. Any caller with a live key acts on the backtests of its own account; another account's is reported as
 * unknown, and for a sandbox key there are none. When a command returns, queries see what it changed. Any operation rejects with
 * StoreUnavailable while the stores do not answer.
 */
export interface Backtests {
  /** Idempotent per `actor.commandId`. @throws Failure VALIDATION_ERROR, NO_DRAFT, NOT_FOUND; RateLimited */
  readonly createBacktest: CreateBacktest
  /** Idempotent. @throws Failure NOT_FOUND */
  readonly cancelBacktest: CancelBacktest
  /** @throws Failure NOT_FOUND */
  readonly getBacktest: GetBacktest
  /** @throws Failure VALIDATION_ERROR if the cursor does not belong to this list */
  readonly listBacktests: ListBacktests
  readonly countBacktests: CountBacktests
  /** @throws Failure NOT_FOUND */
  readonly watchBacktest: WatchBacktest

  /** Job: goes on with a backtest until it has ended. */
  readonly runBacktest: JobHandler
  /** Job: enqueues the backtests that nobody goes on with. */
  readonly sweepBacktests: () => Promise<void>
}

export const createBacktests: (dependencies: BacktestsDependencies) => Backtests = wireBacktests

export { RUN_BACKTEST } from './commands/runBacktest.js'
export { afterIn, beforeIn, isChange } from './encoding.js'
export type { BacktestView } from './internal/view.js'
export type { BacktestPage } from './queries/listBacktests.js'
export { BACKTEST_CHANGES } from './queries/watchBacktest.js'
export { backtestProjections } from './wiring.js'
