import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../../eventing/eventing.js'
import { createConcurrencyLimit } from '../../../kernel/concurrency/concurrencyLimit.js'
import { createFairSemaphore } from '../../../kernel/concurrency/fairSemaphore.js'
import { createFairTurns } from '../../../kernel/concurrency/fairTurns.js'
import { yieldToEventLoop } from '../../../kernel/concurrency/yielding.js'
import { newId } from '../../../kernel/ids.js'
import type { Log } from '../../../kernel/log.js'
import { ConcurrencyConflict, StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { JobHandler } from '../../../kernel/ports/jobs.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Position } from '../../../kernel/position.js'
import type { Accounts } from '../../accounts/index.js'
import type { Judge, Quota } from '../../verification/index.js'
import * as decide from '../decide.js'
import { batches } from '../projections/batches.js'
import { appendAndEvolve, type BatchRunState, loadBatchRunState } from '../run/batchRunState.js'
import { InputLost, type InputOf } from '../run/input.js'
import { settleChunk } from '../run/settleChunk.js'
import { type VerifiedChunk, verifyChunk } from '../run/verifyChunk.js'
import type { ScheduleOldestBatches } from '../scheduleOldestBatches.js'
import { type Batch, batch, isFinal } from '../state.js'

/** Runs at once, in one process. */
export const BATCHES_AT_ONCE = 50
/** An account's second batch runs while there is plenty of room: 20 runs at least are for accounts that have none. */
const ALPHA = 0.1
/** Milliseconds after which a batch that was given no place asks again. */
const AGAIN_MS = 1_000
/** Milliseconds after which a run gives its place to others. */
const TURN_MS = 20_000
/** With so many runs others may be waiting for a place, and turns are shorter. */
const CROWDED = BATCHES_AT_ONCE / 2
const CROWDED_TURN_MS = 5_000
/** Chunks that are verified while those before them are written. */
const AHEAD = 4
/** Rows of a run that ask DNS, or wait for their turn to. */
const PLACES = 1_000
/** Batches between two runs whose work is kept in memory, so that it need not be read again. */
const KEPT = 16

export interface RunDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly accounts: Pick<Accounts, 'getLimits'>
  readonly judge: Judge
  readonly quota: Quota
  readonly inputOf: InputOf
  readonly wakeAccount: ScheduleOldestBatches
  readonly log: Log
}

/**
 * The one writer of a batch. It appends chunks in order, each at the exact revision it knows: that append alone decides
 * progress, charge and completion, and a conflict means that somebody else has the batch now, or that it was cancelled.
 * What is verified and not yet appended when the process dies is verified again, and never charged twice.
 */
export function createRunBatch(dependencies: RunDependencies): JobHandler {
  const { eventing, vault, accounts, judge, quota, inputOf, wakeAccount, log } = dependencies
  const takeTurn = createFairTurns(yieldToEventLoop)
  const runs = createFairSemaphore({ permits: BATCHES_AT_ONCE, alpha: ALPHA })
  let running = 0
  const kept = new LRUCache<string, BatchRunState>({ max: KEPT })

  return async function runBatch(id, { signal }) {
    const known = kept.get(id)
    kept.delete(id)
    let work: BatchRunState | undefined
    try {
      work = known ?? (await loadBatchRunState(eventing, id))
      if (!work) return undefined
      if (!(await takePlace(work, signal))) {
        kept.set(id, work)
        return { again: Date.now() + AGAIN_MS }
      }
    } catch (error) {
      // What was kept may only be old, because another process had a turn in between: then it is read anew.
      if (error instanceof ConcurrencyConflict) return known && { again: Date.now() }
      // While the service stops nothing is lost for good.
      if (signal.aborted) return { again: Date.now() }
      if (error instanceof StoreUnavailable || !(await breakOff(id, work?.correlationId, error))) throw error
      return undefined
    }
    if (isFinal(work.state)) {
      await ended(work.state, work.position)
      return undefined
    }
    kept.set(id, work)
    return { again: Date.now() }
  }

  /** @returns whether there was a place; then the batch had its turn */
  async function takePlace(work: BatchRunState, signal: AbortSignal): Promise<boolean> {
    const { account } = work.state.submitted
    if (!runs.tryAcquire(account)) return false
    running++
    try {
      await goOn(work, signal, running > CROWDED ? CROWDED_TURN_MS : TURN_MS)
    } finally {
      running--
      runs.release(account)
    }
    return true
  }

  async function ended({ submitted }: Batch, position: Position): Promise<void> {
    await eventing.waitForPosition(position, [batches.name])
    await wakeAccount(submitted.account)
  }

  /** @returns whether the batch has ended with it */
  async function breakOff(id: string, correlationId: string | undefined, error: unknown): Promise<boolean> {
    const commandId = newId()
    const actor = { id: 'system', correlationId: correlationId ?? commandId, commandId }
    const { state, events, position } = await eventing.handle(batch(id), actor, (state) => {
      if (state.status === 'none') return []
      return error instanceof InputLost ? decide.failBatch(state, error.message) : decide.failRun(state)
    })
    if (state.status === 'none') return false
    for (const { type, data } of events) {
      if (type !== 'BatchFailed') continue
      log.error({ batch: id, account: data.account, reason: data.reason, error }, 'a batch has failed')
      const { perMonth } = await accounts.getLimits(data.account)
      await settle({ state, correlationId: actor.correlationId }, perMonth, data.released, 0)
    }
    if (events.at(-1)?.type === 'BatchRunFailed') return false
    await ended(state, position)
    return true
  }

  /** Verifies and writes chunks until the batch is done or the turn is over. */
  async function goOn(work: BatchRunState, service: AbortSignal, turnMs: number): Promise<void> {
    const { account, debug, sandbox, share, pool } = work.state.submitted
    const membership = pool === undefined ? undefined : { pool, share }
    const { perMonth } = await accounts.getLimits(account)
    await appendAndEvolve(eventing, work, decide.startBatch(work.state))

    const began = performance.now()
    const stop = new AbortController()
    const signal = AbortSignal.any([service, stop.signal])
    const places = createConcurrencyLimit(PLACES)
    const ahead: Promise<VerifiedChunk>[] = []
    const turn = () => takeTurn(account)
    const chunkWork = { account, judge, membership, places, takeTurn: turn, signal, sandbox, debug }
    try {
      for await (const rows of inputOf(work.state)) {
        const chunk = verifyChunk(rows, chunkWork)
        // Waited for in its turn, but perhaps not before it failed.
        chunk.catch(() => {})
        ahead.push(chunk)
        if (ahead.length === AHEAD) await commit(await ahead.shift()!)
        if (performance.now() - began > turnMs) break
      }
      for (const chunk of ahead) await commit(await chunk)
    } finally {
      stop.abort()
    }

    async function commit(chunk: VerifiedChunk): Promise<void> {
      signal.throwIfAborted()
      const steps = chunk.steps ? await vault.seal(account, JSON.stringify(chunk.steps)) : null
      const done = settleChunk(chunk, work.outcomes, { sandbox, membership })
      const { reserved } = work.state
      await appendAndEvolve(eventing, work, decide.recordChunk(work.state, { ...done, steps }))
      await settle(work, perMonth, reserved - work.state.reserved, done.charged)
    }
  }

  function settle(
    { state, correlationId }: Pick<BatchRunState, 'state' | 'correlationId'>,
    perMonth: number,
    taken: number,
    charged: number,
  ): Promise<void> {
    const { account, month } = state.submitted
    const actor = { id: 'system', correlationId, commandId: newId() }
    return quota.settle({ account, perMonth }, month, taken, charged, actor)
  }
}
