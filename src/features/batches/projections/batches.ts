// The read model of the status and progress of batches.
import type { Projection } from '../../../eventing/projection.js'
import { idOf } from '../../../kernel/stream.js'
import type { BatchEvent, BatchFormat, BatchSource, BatchSubmitted, PeopleCounts, ResultColumns } from '../events.js'
import { isDoubtfulAt } from './doubt.js'

export type BatchDocument = {
  readonly owner: string
  readonly source: BatchSource
  readonly format: BatchFormat
  readonly status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled'
  /** Present only while the batch is pending or processing, so that `byOpen` holds open batches only. */
  readonly open?: true
  readonly total: number
  readonly processed: number
  /** Rows whose address is accepted, including those of status unknown. */
  readonly valid: number
  /** Rows of status unknown, rows with each flag, and distinct addresses charged. Absent until the model is rebuilt. */
  readonly unknown?: number
  readonly disposable?: number
  readonly role?: number
  readonly charged?: number
  /** Rows by kind, and rows with a suggested correction. Absent until the model is rebuilt. */
  readonly deliverable?: number
  readonly risky?: number
  readonly mistyped?: number
  /** Distinct addresses; absent if that was not recorded. */
  readonly distinct?: number
  /** Absent if that was not recorded. */
  readonly people?: PeopleCounts
  readonly debug: boolean
  readonly sandbox: boolean
  /** Present if results are contributed to the signal pool. */
  readonly share?: true
  /** Version of the account's own rules; absent if it had neither rules nor lists. */
  readonly rules?: number
  readonly chunk: number
  readonly rows: string
  /** Byte offset of each chunk in the blob of rows. */
  readonly offsets: readonly number[]
  readonly file: BatchSubmitted['data']['file']
  readonly webhookUrl: string | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly completedAt: string | null
  /** The reason for the caller why the batch failed; null unless it did. */
  readonly failure: string | null
}

/** Status and progress of each batch. Key: batch id. */
export const batches: Projection<BatchEvent, BatchDocument> = {
  name: 'batches',
  version: 3,
  indexes: {
    byOwner: ['owner', 'createdAt', '_id'],
    byOwnerStatus: ['owner', 'status', 'createdAt', '_id'],
    byOpen: ['open', '_id'],
    byOwnerSandbox: ['owner', 'sandbox', 'createdAt', '_id'],
    byOwnerSandboxStatus: ['owner', 'sandbox', 'status', 'createdAt', '_id'],
    byOwnerOpen: ['owner', 'open', 'createdAt', '_id'],
  },
  times: { createdAt: 'iso', startedAt: 'iso', completedAt: 'iso' },
  keys: ({ type, stream }) => (TYPES.has(type) ? [idOf(stream)] : []),
  apply: (document, { type, data, recordedAt }) => {
    if (type === 'BatchSubmitted') {
      const { account, source, format, total, debug, sandbox, share, chunk, rows, offsets, file } = data
      const { people, webhookUrl, rules } = data
      // Release 0.1.0 did not record how many addresses are distinct, but all of them were reserved.
      const distinct = data.distinct ?? (sandbox ? undefined : data.reserved)
      return {
        owner: account,
        source,
        format,
        status: 'pending',
        open: true,
        total,
        processed: 0,
        valid: 0,
        unknown: 0,
        disposable: 0,
        role: 0,
        charged: 0,
        deliverable: 0,
        risky: 0,
        mistyped: 0,
        ...(distinct !== undefined && { distinct }),
        ...(people && { people }),
        debug,
        sandbox,
        ...(share && { share }),
        ...(rules !== undefined && { rules }),
        chunk,
        rows,
        offsets,
        file,
        webhookUrl,
        createdAt: recordedAt,
        startedAt: null,
        completedAt: null,
        failure: null,
      }
    }
    if (!document) return null
    switch (type) {
      case 'BatchStarted':
        return { ...document, status: 'processing', startedAt: recordedAt }
      case 'BatchRunFailed':
        return document
      case 'BatchChunkVerified': {
        const { disposable = 0, role = 0, deliverable = 0, risky = 0, mistyped = 0 } = document
        const found = countRows(data.results)
        return {
          ...document,
          ...data.totals,
          disposable: disposable + found.disposable,
          role: role + found.role,
          deliverable: deliverable + found.deliverable,
          risky: risky + found.risky,
          mistyped: mistyped + found.mistyped,
        }
      }
      case 'BatchCompleted':
        return ended(document, 'completed', recordedAt)
      case 'BatchFailed':
        return { ...ended(document, 'failed', recordedAt), failure: data.reason }
      case 'BatchCancelled':
        return ended(document, 'cancelled', recordedAt)
      case 'BatchDeleted':
        return null
    }
  },
}

function ended({ open, ...document }: BatchDocument, status: BatchDocument['status'], at: string): BatchDocument {
  return { ...document, status, completedAt: at }
}

const DISPOSABLE = 1
const ROLE = 2

/** Numbers of rows with flags, which are in the second of a row's two hex digits, with a suggestion, and of kinds. */
function countRows(columns: ResultColumns) {
  const { status, flags, meant } = columns
  const counts = { disposable: 0, role: 0, deliverable: 0, risky: 0, mistyped: Object.keys(meant).length }
  for (let row = 0; row < status.length; row++) {
    const digit = Number.parseInt(flags[2 * row + 1]!, 16)
    if (digit & DISPOSABLE) counts.disposable++
    if (digit & ROLE) counts.role++
    if (status[row] !== 'v') continue
    const doubtful = isDoubtfulAt(columns, row) || meant[row] !== undefined
    if (doubtful || digit & (DISPOSABLE | ROLE)) counts.risky++
    else counts.deliverable++
  }
  return counts
}

const TYPES: ReadonlySet<string> = new Set<BatchEvent['type']>([
  'BatchSubmitted',
  'BatchStarted',
  'BatchChunkVerified',
  'BatchCompleted',
  'BatchFailed',
  'BatchCancelled',
  'BatchDeleted',
])
