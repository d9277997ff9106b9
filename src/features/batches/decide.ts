// Decides commands of batches. Pure.
import { Failure } from '../../kernel/failure.js'
import type { BatchChunkVerified, BatchEvent, BatchSubmitted } from './events.js'
import { type BatchState, isFinal, type SubmittedBatch } from './state.js'

/**
 * The batch, if it belongs to the account. Another account's batch is reported as unknown, and so are a deleted one, and a
 * live batch to a sandbox key.
 * @throws Failure BATCH_NOT_FOUND
 */
export function requireOwnBatch(state: BatchState, account: string, sandbox = false): SubmittedBatch {
  if (state.status === 'none' || state.status === 'deleted' || state.submitted.account !== account)
    throw batchNotFound()
  if (sandbox && !state.submitted.sandbox) throw batchNotFound()
  return state
}

export const batchNotFound = () => new Failure('BATCH_NOT_FOUND', 'There is no such batch.')

/** Idempotent: submitting again changes nothing. */
export const submitBatch = (state: BatchState, data: BatchSubmitted['data']): BatchEvent[] =>
  state.status === 'none' ? [{ type: 'BatchSubmitted', data }] : []

/** Only a batch's first run produces an event. */
export const startBatch = (state: SubmittedBatch): BatchEvent[] =>
  state.status === 'pending' ? [{ type: 'BatchStarted', data: { account: state.submitted.account } }] : []

/** The outcome of a chunk. The batch's totals, and whether this chunk completes it, are derived from it. */
export type ChunkResult = Pick<
  BatchChunkVerified['data'],
  'results' | 'steps' | 'charged' | 'released' | 'durationMs' | 'lists' | 'pool' | 'shared'
> & {
  readonly rows: number
  readonly valid: number
  readonly unknown: number
}

/**
 * Records the next rows as processed. Completion is part of the same append: a batch whose rows are all done is never
 * left open.
 */
export function recordChunk(state: SubmittedBatch, { rows, valid, unknown, ...done }: ChunkResult): BatchEvent[] {
  if (isFinal(state)) return []
  const { submitted, totals: before, reserved } = state
  const totals = {
    processed: before.processed + rows,
    valid: before.valid + valid,
    unknown: before.unknown + unknown,
    charged: before.charged + done.charged,
  }
  const identity = identityOf(state)
  const chunk: BatchEvent = {
    type: 'BatchChunkVerified',
    data: { ...identity, from: before.processed, to: totals.processed, ...done, totals, key: submitted.key ?? null },
  }
  if (totals.processed < submitted.total) return [chunk]
  return [
    chunk,
    { type: 'BatchCompleted', data: { ...identity, totals, released: reserved - done.charged - done.released } },
  ]
}

/** Consecutive failed runs after which a batch fails; with the pauses between them, about a quarter of an hour. */
const MAX_FAILURES = 20

/**
 * Records a failed run. The next may succeed, but a batch that never makes progress must not hold one of its account's
 * slots forever.
 */
export function failRun(state: SubmittedBatch): BatchEvent[] {
  if (isFinal(state)) return []
  const failures = state.failures + 1
  if (failures < MAX_FAILURES) {
    return [{ type: 'BatchRunFailed', data: { account: state.submitted.account, failures } }]
  }
  return failBatch(
    state,
    `Its verification failed ${failures} times in a row. The operator of the service can find the cause in the log.`,
  )
}

/** Releases the unused part of the reservation. A batch that has already ended is left unchanged. */
export const failBatch = (state: SubmittedBatch, reason: string): BatchEvent[] =>
  isFinal(state) ? [] : [{ type: 'BatchFailed', data: { ...endOf(state), reason } }]

/** What a caller takes a batch for: if it is not, nothing is done. */
export type ExpectedBatch = 'in_progress' | 'ended'

/**
 * Cancels a batch in progress, which releases the unused part of the reservation, or deletes one that has completed or failed. A
 * cancelled one is deleted only if the caller expects it to have ended: a repeated cancellation must not delete what there is.
 * @throws Failure BATCH_NOT_FOUND; BATCH_NOT_CANCELLABLE, BATCH_PROCESSING when the batch is not what the caller expects
 */
export function cancelBatch(state: BatchState, account: string, sandbox = false, expect?: ExpectedBatch): BatchEvent[] {
  const own = requireOwnBatch(state, account, sandbox)
  const { status, totals, submitted } = own
  if (!isFinal(own)) {
    if (expect === 'ended') throw batchProcessing(totals.processed, submitted.total)
    return [{ type: 'BatchCancelled', data: endOf(own) }]
  }
  if (status === 'cancelled' && expect !== 'ended') return []
  if (expect === 'in_progress')
    throw new Failure('BATCH_NOT_CANCELLABLE', `This batch has already ${status}.`, { status })
  const { processed } = totals
  return [{ type: 'BatchDeleted', data: { account, processed, chunk: submitted.chunk } }]
}

/** @param processed of all `total` rows */
export const batchProcessing = (processed: number, total: number) =>
  new Failure(
    'BATCH_PROCESSING',
    `This batch is still in progress: ${processed} of ${total} addresses are processed.`,
    {
      processed,
      total,
    },
  )

/** Cancels an open batch of an erased account: the remaining rows are not verified and not charged. */
export const endErasedBatch = (state: BatchState, account: string): BatchEvent[] =>
  state.status === 'none' || state.submitted.account !== account || isFinal(state)
    ? []
    : [{ type: 'BatchCancelled', data: endOf(state) }]

const identityOf = ({ submitted: { account, month, sandbox } }: SubmittedBatch) => ({ account, month, sandbox })

const endOf = (state: SubmittedBatch) => ({ ...identityOf(state), totals: state.totals, released: state.reserved })
