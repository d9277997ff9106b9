import { Failure } from '../../kernel/failure.js'
import type { BatchChunkVerified, BatchEvent, BatchSubmitted } from './events.js'
import { type Batch, type BatchState, isFinal } from './state.js'

/**
 * Of an account's own; another's looks like one that never was, as a live one does to a sandbox key.
 * @throws Failure BATCH_NOT_FOUND
 */
export function ownBatch(state: BatchState, account: string, sandbox = false): Batch {
  if (state.status === 'none' || state.submitted.account !== account) throw batchNotFound()
  if (sandbox && !state.submitted.sandbox) throw batchNotFound()
  return state
}

export const batchNotFound = () => new Failure('BATCH_NOT_FOUND', 'There is no such batch.')

/** Submitting again changes nothing. */
export const submitBatch = (state: BatchState, data: BatchSubmitted['data']): BatchEvent[] =>
  state.status === 'none' ? [{ type: 'BatchSubmitted', data }] : []

/** The writer takes up a batch; only the first time is an event. */
export const startBatch = (state: Batch): BatchEvent[] =>
  state.status === 'pending' ? [{ type: 'BatchStarted', data: { account: state.submitted.account } }] : []

/** What a chunk has come to; the totals, and whether the batch is done with it, follow. */
export type ChunkDone = Pick<
  BatchChunkVerified['data'],
  'results' | 'steps' | 'charged' | 'released' | 'durationMs' | 'pool' | 'shared'
> & {
  readonly rows: number
  readonly valid: number
  readonly unknown: number
}

/** The next rows are done. Completion is part of the same append: a batch whose rows are all done is never left open. */
export function recordChunk(state: Batch, { rows, valid, unknown, ...done }: ChunkDone): BatchEvent[] {
  if (isFinal(state)) return []
  const { submitted, totals: before, reserved } = state
  const totals = {
    processed: before.processed + rows,
    valid: before.valid + valid,
    unknown: before.unknown + unknown,
    charged: before.charged + done.charged,
  }
  const of = whose(state)
  const chunk: BatchEvent = {
    type: 'BatchChunkVerified',
    data: { ...of, from: before.processed, to: totals.processed, ...done, totals },
  }
  if (totals.processed < submitted.total) return [chunk]
  return [chunk, { type: 'BatchCompleted', data: { ...of, totals, released: reserved - done.charged - done.released } }]
}

/** Runs in a row that may break off: with their pauses, about a quarter of an hour. */
const MOST_FAILURES = 20

/** A run broke off. The next may do better; but one that never goes on would keep a place of its account for ever. */
export function failRun(state: Batch): BatchEvent[] {
  if (isFinal(state)) return []
  const failures = state.failures + 1
  if (failures < MOST_FAILURES) {
    return [{ type: 'BatchRunFailed', data: { account: state.submitted.account, failures } }]
  }
  return failBatch(
    state,
    `Its verification broke off ${failures} times in a row; the operator of the service sees why.`,
  )
}

/** What was reserved and not used is given back. A batch that has ended stays as it is. */
export const failBatch = (state: Batch, reason: string): BatchEvent[] =>
  isFinal(state) ? [] : [{ type: 'BatchFailed', data: { ...ended(state), reason } }]

/** Cancelling is idempotent; a finished batch stays finished. What was reserved and not used is given back. */
export function cancelBatch(state: BatchState, account: string, sandbox = false): BatchEvent[] {
  const own = ownBatch(state, account, sandbox)
  switch (own.status) {
    case 'pending':
    case 'processing':
      return [{ type: 'BatchCancelled', data: ended(own) }]
    case 'cancelled':
      return []
    case 'completed':
    case 'failed':
      throw new Failure('BATCH_NOT_CANCELLABLE', `This batch has ${own.status} already.`, { status: own.status })
  }
}

/** Its account is no more: whatever is not done stays so, and costs nothing. */
export const endErased = (state: BatchState, account: string): BatchEvent[] =>
  state.status === 'none' || state.submitted.account !== account || isFinal(state)
    ? []
    : [{ type: 'BatchCancelled', data: ended(state) }]

const whose = ({ submitted: { account, month, sandbox } }: Batch) => ({ account, month, sandbox })

const ended = (state: Batch) => ({ ...whose(state), totals: state.totals, released: state.reserved })
