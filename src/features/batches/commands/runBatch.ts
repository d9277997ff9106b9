import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../../eventing/eventing.js'
import { newId } from '../../../kernel/ids.js'
import { ConcurrencyConflict } from '../../../kernel/ports/eventStore.js'
import type { JobHandler } from '../../../kernel/ports/jobs.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Accounts } from '../../accounts/index.js'
import type { Judge, Quota } from '../../verification/index.js'
import * as decide from '../decide.js'
import { batches } from '../projections/batches.js'
import { InputLost, type InputOf } from '../run/input.js'
import { createLoopTurns } from '../run/loopTurns.js'
import { createPlaces } from '../run/places.js'
import { settleChunk } from '../run/settleChunk.js'
import { type VerifiedChunk, verifyChunk } from '../run/verifyChunk.js'
import { loadWork, type Work, write } from '../run/work.js'
import { isFinal } from '../state.js'
import type { WakeAccount } from '../wakeAccount.js'

/** Milliseconds after which a run gives its place to others. */
const TURN_MS = 20_000
/** Chunks that are verified while those before them are written. */
const AHEAD = 4
/** Batches between two runs whose work is kept in memory, so that it need not be read again. */
const KEPT = 16

export interface RunDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly accounts: Pick<Accounts, 'getLimits'>
  readonly judge: Judge
  readonly quota: Quota
  readonly inputOf: InputOf
  readonly wakeAccount: WakeAccount
}

/**
 * The one writer of a batch. It appends chunks in order, each at the exact revision it knows: that append alone decides
 * progress, charge and completion, and a conflict means that somebody else has the batch now, or that it was cancelled.
 * What is verified and not yet appended when the process dies is verified again, and never charged twice.
 */
export function createRunBatch(dependencies: RunDependencies): JobHandler {
  const { eventing, vault, accounts, judge, quota, inputOf, wakeAccount } = dependencies
  const enter = createPlaces()
  const takeTurn = createLoopTurns()
  const kept = new LRUCache<string, Work>({ max: KEPT })

  return async function runBatch(id, { signal }) {
    const known = kept.get(id)
    kept.delete(id)
    const work = known ?? (await loadWork(eventing, id))
    if (!work) return undefined
    try {
      await goOnOrFail(work, signal)
    } catch (error) {
      // What was kept may only be old, because another process had a turn in between: then it is read anew.
      if (error instanceof ConcurrencyConflict) return known && { again: Date.now() }
      if (signal.aborted) return { again: Date.now() }
      throw error
    }
    if (isFinal(work.state)) {
      await eventing.follow(work.position, [batches.name])
      await wakeAccount(work.state.submitted.account)
      return undefined
    }
    kept.set(id, work)
    return { again: Date.now() }
  }

  async function goOnOrFail(work: Work, runs: AbortSignal): Promise<void> {
    try {
      await goOn(work, runs)
    } catch (error) {
      // While the service stops nothing is lost for good.
      if (!(error instanceof InputLost) || runs.aborted) throw error
      await fail(work, error.message)
    }
  }

  /** Verifies and writes chunks until the batch is done or the turn is over. */
  async function goOn(work: Work, runs: AbortSignal): Promise<void> {
    const { account, debug, sandbox, share, pool } = work.state.submitted
    const membership = pool === undefined ? undefined : { pool, share }
    const { perMonth } = await accounts.getLimits(account)
    await write(eventing, work, decide.startBatch(work.state))

    const began = performance.now()
    const stop = new AbortController()
    const signal = AbortSignal.any([runs, stop.signal])
    const places = enter()
    const ahead: Promise<VerifiedChunk>[] = []
    try {
      for await (const rows of inputOf(work.state)) {
        const chunk = verifyChunk(rows, { judge, membership, places, takeTurn, signal, sandbox, debug })
        // Waited for in its turn, but perhaps not before it failed.
        chunk.catch(() => {})
        ahead.push(chunk)
        if (ahead.length === AHEAD) await commit(await ahead.shift()!)
        if (performance.now() - began > TURN_MS) break
      }
      for (const chunk of ahead) await commit(await chunk)
    } finally {
      stop.abort()
      places.leave()
    }

    async function commit(chunk: VerifiedChunk): Promise<void> {
      signal.throwIfAborted()
      const steps = chunk.steps ? await vault.seal(account, JSON.stringify(chunk.steps)) : null
      const done = settleChunk(chunk, work.outcomes, { sandbox, membership })
      const { reserved } = work.state
      await write(eventing, work, decide.recordChunk(work.state, { ...done, steps }))
      await settle(work, perMonth, reserved - work.state.reserved, done.charged)
    }
  }

  async function fail(work: Work, reason: string): Promise<void> {
    const { submitted, reserved } = work.state
    await write(eventing, work, decide.failBatch(work.state, reason))
    const { perMonth } = await accounts.getLimits(submitted.account)
    await settle(work, perMonth, reserved, 0)
  }

  function settle({ state, correlationId }: Work, perMonth: number, taken: number, charged: number): Promise<void> {
    const { account, month } = state.submitted
    const actor = { id: 'system', correlationId, commandId: newId() }
    return quota.settle({ account, perMonth }, month, taken, charged, actor)
  }
}
