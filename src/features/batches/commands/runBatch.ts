// Runs a batch: verifies its rows in chunks until it has ended.
import { LRUCache } from 'lru-cache'
import { createFairSemaphore, Refused } from '../../../kernel/concurrency/fairSemaphore.js'
import { newId } from '../../../kernel/ids.js'
import { sharedWork } from '../../../kernel/limits.js'
import type { Log } from '../../../kernel/log.js'
import { ConcurrencyConflict, StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { JobHandler, Jobs } from '../../../kernel/ports/jobs.js'
import type { Position } from '../../../kernel/position.js'
import { SandboxBatchFailure } from '../../verification/index.js'
import * as decide from '../decide.js'
import { settleLedger } from '../internal/settleLedger.js'
import { type BatchRunState, loadBatchRunState } from '../run/batchRunState.js'
import { InputUnreadable } from '../run/input.js'
import { createRunTurn, type RunTurnDependencies } from '../run/runTurn.js'
import type { Scheduling } from '../scheduling.js'
import { batch, isFinal, type SubmittedBatch } from '../state.js'
import { ASK_MAILBOXES } from './askMailboxes.js'

/** Batches that one process runs concurrently. */
export const MAX_CONCURRENT_BATCHES = sharedWork.runningBatches.permits
/** Milliseconds after which a batch that got no permit tries again. */
const RETRY_DELAY_MS = 1_000
/** Milliseconds after which a run releases its permit, so that other batches get a turn. */
const TURN_MS = 20_000
/** With more concurrent runs than this, others may be waiting for a permit, and turns are shorter. */
const CROWDED = MAX_CONCURRENT_BATCHES / 2
const CROWDED_TURN_MS = 5_000
/** Batches whose state is kept in memory between two turns, so that their streams need not be read again. */
const MAX_CACHED_RUNS = 16

interface RunDependencies extends RunTurnDependencies {
  readonly scheduling: Scheduling
  readonly jobs: Jobs
  readonly log: Log
}

/**
 * The one writer of a batch. It appends chunks in order, each at the exact expected revision: that append alone decides
 * progress, charge and completion, and a conflict means that another process has taken over the batch or that it was
 * cancelled. Rows that were verified but not appended when the process died are verified again, and never charged twice.
 */
export function createRunBatch(dependencies: RunDependencies): JobHandler {
  const { eventing, accounts, quota, scheduling, jobs, log } = dependencies
  const runTurn = createRunTurn(dependencies)
  const permits = createFairSemaphore(sharedWork.runningBatches)
  const cachedRuns = new LRUCache<string, BatchRunState>({ max: MAX_CACHED_RUNS })

  return async function runBatch(id, { signal }) {
    const cached = cachedRuns.get(id)
    cachedRuns.delete(id)
    let run: BatchRunState | undefined
    try {
      run = cached ?? (await loadBatchRunState(eventing, id))
      if (!run) return undefined
      await takeTurn(run, signal)
    } catch (error) {
      if (error instanceof Refused) {
        cachedRuns.set(id, run!)
        return { again: Date.now() + RETRY_DELAY_MS }
      }
      // Another process had a turn, the batch was cancelled, or an append of ours took effect after it had timed out: its
      // state decides. If the job is another process's now, this result is refused.
      if (error instanceof ConcurrencyConflict) return { again: Date.now() }
      // A failure during shutdown does not count against the batch.
      if (signal.aborted) return { again: Date.now() }
      if (error instanceof StoreUnavailable || !(await recordFailure(id, run?.correlationId, error))) throw error
      return undefined
    }
    if (isFinal(run.state)) {
      if (run.state.status === 'completed' && run.state.submitted.mailbox)
        await jobs.enqueue(ASK_MAILBOXES, id, { tenant: run.state.submitted.account })
      await finish(run.state, run.position)
      return undefined
    }
    cachedRuns.set(id, run)
    return { again: Date.now() }
  }

  /** @throws Refused if there is no permit for the account */
  function takeTurn(run: BatchRunState, signal: AbortSignal): Promise<void> {
    return permits.run(run.state.submitted.account, { maxWaiting: 0 }, () => {
      const running = MAX_CONCURRENT_BATCHES - permits.free()
      return runTurn(run, signal, running > CROWDED ? CROWDED_TURN_MS : TURN_MS)
    })
  }

  /** Schedules the account's next batch, once queries see that this one has ended. */
  async function finish({ submitted }: SubmittedBatch, position: Position): Promise<void> {
    await scheduling.scheduleNext(submitted.account, position)
  }

  /** Records that a run failed. @returns whether that ended the batch */
  async function recordFailure(id: string, correlationId: string | undefined, error: unknown): Promise<boolean> {
    const { state: before } = await eventing.load(batch(id))
    if (before.status === 'none') return false
    // Read first, because whatever fails after the end of the batch is not done again.
    const { perMonth } = await accounts.getLimits(before.submitted.account)
    const commandId = newId()
    const actor = { id: 'system', correlationId: correlationId ?? commandId, commandId }
    const { state, events, position } = await eventing.handle(batch(id), actor, (state) => {
      if (state.status === 'none') return []
      return error instanceof InputUnreadable || error instanceof SandboxBatchFailure
        ? decide.failBatch(state, error.message)
        : decide.failRun(state)
    })
    if (state.status === 'none') return false
    for (const { type, data } of events) {
      if (type !== 'BatchFailed') continue
      if (!(error instanceof SandboxBatchFailure))
        log.error({ batch: id, account: data.account, reason: data.reason, error }, 'batch failed')
      await settleLedger(quota, { account: data.account, perMonth }, events, { ...actor, commandId: newId() })
    }
    if (events.at(-1)?.type === 'BatchRunFailed') return false
    await finish(state, position)
    return true
  }
}
