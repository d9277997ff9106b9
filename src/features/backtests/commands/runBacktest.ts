// Runs a backtest: reads the verifications of its period, and records what it has counted every few seconds.
import type { Eventing } from '../../../eventing/eventing.js'
import { newSystemActor } from '../../../kernel/actor.js'
import type { DomainEvent, Recorded } from '../../../kernel/envelope.js'
import type { Log } from '../../../kernel/log.js'
import { ConcurrencyConflict, isPermanent, StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { JobHandler } from '../../../kernel/ports/jobs.js'
import type { Outcomes } from '../../outcomes/index.js'
import type { Rules } from '../../rules/index.js'
import type { Verdicts } from '../../verdicts/index.js'
import * as decide from '../decide.js'
import type { BacktestEvent, BacktestPlace } from '../events.js'
import { createTally } from '../internal/tally.js'
import { backtest, evolve, type KnownBacktest } from '../state.js'

export const RUN_BACKTEST = 'run_backtest'

/** Milliseconds between two records of progress. */
const ADVANCE_MS = 2_000

interface RunBacktestDependencies {
  readonly eventing: Eventing
  readonly lookBack: Rules['lookBack']
  readonly getLabels: Outcomes['getLabels']
  readonly readVerified: Verdicts['readVerified']
  readonly log: Log
  /** Milliseconds between two records of progress (default: 2,000). */
  readonly advanceMs?: number
}

interface Run {
  readonly id: string
  state: KnownBacktest
  /** Revision of the last event of its stream. */
  revision: bigint
}

/**
 * The one writer of a backtest's progress. Each append is at the exact expected revision: a conflict means that another process goes
 * on with it, or that it was cancelled. What was counted and not recorded when the process died is counted again.
 */
export function createRunBacktest(dependencies: RunBacktestDependencies): JobHandler {
  const { eventing, lookBack, getLabels, readVerified, log, advanceMs = ADVANCE_MS } = dependencies

  return async function runBacktest(id, { signal }) {
    const { state, revision } = await eventing.load(backtest(id))
    if (state.status !== 'running' || revision === undefined) return undefined
    const run: Run = { id, state, revision }
    try {
      await goOn(run, signal)
      return undefined
    } catch (error) {
      if (error instanceof ConcurrencyConflict || signal.aborted) return { again: Date.now() }
      if (error instanceof StoreUnavailable && !isPermanent(error)) throw error
      log.error({ backtest: id, account: run.state.requested.account, error }, 'backtest failed')
      await append(run, [decide.fail(run.state, 'The verifications of the period could not be read.')])
      return undefined
    }
  }

  /** @throws ConcurrencyConflict; StoreUnavailable; the signal's reason */
  async function goOn(run: Run, signal: AbortSignal): Promise<void> {
    const { account, rules, lists, from, to, position } = run.state.requested
    const hindsight = await lookBack(account, rules, lists)
    if (!hindsight) return append(run, [decide.abandon(run.state)])
    const labels = await getLabels(account, { from, to, position }, signal)
    const tally = createTally(hindsight, labels, run.state.examples)
    let place: BacktestPlace | undefined
    let recordedAt = performance.now()
    for await (const { source, events, next } of readVerified(account, { from, to }, { start: startOf(run), signal })) {
      for (const event of events) if (event.position <= position) tally.add(event)
      place = { ...source, revision: String(next) }
      if (performance.now() - recordedAt < advanceMs) continue
      if ((await eventing.erased()).has(account)) return append(run, [decide.abandon(run.state)])
      await append(run, advanced())
      recordedAt = performance.now()
    }
    await append(run, [...advanced(), decide.complete(run.state)])

    function advanced(): BacktestEvent[] {
      const counts = tally.take()
      return counts && place ? [decide.advance(run.state, { place, counts })] : []
    }
  }

  async function append(run: Run, events: readonly BacktestEvent[]): Promise<void> {
    if (events.length === 0) return
    const actor = newSystemActor()
    const { revision } = await eventing.append(backtest(run.id).stream, events, actor, run.revision)
    const state = events.reduce(applied, run.state)
    Object.assign(run, { state, revision })
  }
}

const applied = (state: KnownBacktest, event: DomainEvent): KnownBacktest =>
  evolve(state, event as Recorded<BacktestEvent>) as KnownBacktest

const startOf = ({ state: { place } }: Run) => place && { ...place, revision: BigInt(place.revision) }
