// One turn of a running batch: as much as it may do before others go on.
import { setMaxListeners } from 'node:events'
import type { Eventing } from '../../../eventing/eventing.js'
import type { Clock } from '../../../kernel/clock.js'
import { createConcurrencyLimit } from '../../../kernel/concurrency/concurrencyLimit.js'
import { newId } from '../../../kernel/ids.js'
import { sharedWork } from '../../../kernel/limits.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Accounts } from '../../accounts/index.js'
import type { Judge, Quota, RulesOf } from '../../verification/index.js'
import * as decide from '../decide.js'
import { settleLedger } from '../internal/settleLedger.js'
import { appendAndEvolve, type BatchRunState } from './batchRunState.js'
import type { ReadPendingRows } from './input.js'
import { settleChunk } from './settleChunk.js'
import { type VerifiedChunk, verifyChunk } from './verifyChunk.js'

/** Chunks that are verified while the ones before them are appended. */
const MAX_CHUNKS_AHEAD = 4

export interface RunTurnDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly accounts: Pick<Accounts, 'getLimits'>
  readonly judge: Judge
  readonly quota: Quota
  readonly rulesOf: RulesOf
  readonly clock: Clock
  readonly inputOf: ReadPendingRows
}

/**
 * Verifies and appends chunks of a batch until it is completed or the turn is over.
 * @throws ConcurrencyConflict if another process has written to the batch; InputUnreadable; the signal's reason
 */
type RunTurn = (run: BatchRunState, signal: AbortSignal, turnMs: number) => Promise<void>

export function createRunTurn({
  eventing,
  vault,
  accounts,
  judge,
  quota,
  rulesOf,
  clock,
  inputOf,
}: RunTurnDependencies): RunTurn {
  return async function runTurn(run, serviceSignal, turnMs) {
    const { account, debug, sandbox, share, pool, rules: version, key, mailbox } = run.state.submitted
    const membership = pool === undefined ? undefined : { pool, share }
    const { perMonth } = await accounts.getLimits(account)
    const rules = version === undefined ? undefined : await rulesOf(account, version)
    const ruler = rules && { rules, key: key ?? 0, at: clock.now() }
    await appendAndEvolve(eventing, run, decide.startBatch(run.state))

    const startedAt = performance.now()
    const stop = new AbortController()
    const signal = AbortSignal.any([serviceSignal, stop.signal])
    // One for each row that waits.
    setMaxListeners(0, signal)
    const concurrencyLimit = createConcurrencyLimit(sharedWork.batchRows.waitingForDns)
    const ahead: Promise<VerifiedChunk>[] = []
    const chunkWork = {
      account,
      judge,
      membership,
      ruler,
      concurrencyLimit,
      signal,
      sandbox,
      debug,
      asksLater: mailbox !== undefined,
    }
    try {
      for await (const rows of inputOf(run.state)) {
        const chunk = verifyChunk(rows, chunkWork)
        // It is awaited later, in order, and may reject before that: mark the rejection as handled.
        chunk.catch(() => {})
        ahead.push(chunk)
        if (ahead.length === MAX_CHUNKS_AHEAD) await commit(await ahead.shift()!)
        if (performance.now() - startedAt > turnMs) break
      }
      for (const chunk of ahead) await commit(await chunk)
    } finally {
      stop.abort()
    }

    async function commit(chunk: VerifiedChunk): Promise<void> {
      signal.throwIfAborted()
      const steps = chunk.steps ? await vault.seal(account, JSON.stringify(chunk.steps)) : null
      const done = settleChunk(chunk, run.outcomes, { sandbox, membership })
      const events = decide.recordChunk(run.state, { ...done, steps })
      await appendAndEvolve(eventing, run, events)
      const actor = { id: 'system', correlationId: run.correlationId, commandId: newId() }
      await settleLedger(quota, { account, perMonth }, events, actor)
    }
  }
}
