// Puts the backtests feature together.
import type { Eventing } from '../../eventing/eventing.js'
import type { Feed } from '../../eventing/feed.js'
import type { AnyProjection } from '../../eventing/projection.js'
import type { Clock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { Jobs } from '../../kernel/ports/jobs.js'
import type { Limiter } from '../../kernel/ports/limiter.js'
import type { Vault } from '../../kernel/ports/vault.js'
import type { Outcomes } from '../outcomes/index.js'
import type { Rules } from '../rules/index.js'
import type { Verdicts } from '../verdicts/index.js'
import { createCancelBacktest } from './commands/cancelBacktest.js'
import { createCreateBacktest } from './commands/createBacktest.js'
import { createRunBacktest } from './commands/runBacktest.js'
import { backtests } from './projections/backtests.js'
import { createGetBacktest } from './queries/getBacktest.js'
import { createCountBacktests, createListBacktests } from './queries/listBacktests.js'
import { createWatchBacktest } from './queries/watchBacktest.js'
import { createSweepBacktests } from './sweepBacktests.js'

export const backtestProjections: readonly AnyProjection[] = [backtests]

export interface BacktestsDependencies {
  readonly eventing: Eventing
  readonly feed: Feed
  readonly vault: Vault
  readonly jobs: Jobs
  /** Counts the backtests that an account begins per day. */
  readonly limiter: Limiter
  readonly clock: Clock
  readonly log: Log
  readonly rules: Pick<Rules, 'getCandidate' | 'lookBack'>
  readonly verdicts: Pick<Verdicts, 'getVerdicts' | 'readVerified'>
  readonly outcomes: Pick<Outcomes, 'getLabels'>
}

/** Puts the feature's parts together; `index.ts` says what it offers. */
export function wireBacktests({ rules, verdicts, outcomes, ...given }: BacktestsDependencies) {
  const getBacktest = createGetBacktest(given)
  const dependencies = { ...given, ...rules, ...verdicts, ...outcomes, getBacktest }
  return {
    createBacktest: createCreateBacktest(dependencies),
    cancelBacktest: createCancelBacktest(dependencies),
    getBacktest,
    listBacktests: createListBacktests(dependencies),
    countBacktests: createCountBacktests(dependencies),
    watchBacktest: createWatchBacktest(dependencies),
    runBacktest: createRunBacktest(dependencies),
    sweepBacktests: createSweepBacktests(dependencies),
  }
}
