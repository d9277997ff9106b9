import type { Projection } from '../../../eventing/projection.js'
import { idOf } from '../../../kernel/stream.js'
import type { BatchEvent, BatchFormat, BatchSource, CsvDialect } from '../events.js'

export type BatchDocument = {
  readonly owner: string
  readonly source: BatchSource
  readonly format: BatchFormat
  readonly status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled'
  /** Present only while the batch is pending or processing, so that `byOpen` holds open batches only. */
  readonly open?: true
  readonly total: number
  readonly processed: number
  readonly valid: number
  readonly debug: boolean
  readonly sandbox: boolean
  readonly chunk: number
  readonly rows: string
  /** Byte offset of each chunk in the blob of rows. */
  readonly offsets: readonly number[]
  readonly file: { readonly blob: string; readonly dialect: CsvDialect } | null
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
  version: 1,
  indexes: {
    byOwner: ['owner', 'createdAt', '_id'],
    byOwnerStatus: ['owner', 'status', 'createdAt', '_id'],
    byOpen: ['open', '_id'],
    byOwnerSandbox: ['owner', 'sandbox', 'createdAt', '_id'],
    byOwnerSandboxStatus: ['owner', 'sandbox', 'status', 'createdAt', '_id'],
    byOwnerOpen: ['owner', 'open', 'createdAt', '_id'],
  },
  keys: ({ type, stream }) => (TYPES.has(type) ? [idOf(stream)] : []),
  apply: (document, { type, data, recordedAt }) => {
    if (type === 'BatchSubmitted') {
      const { account, source, format, total, debug, sandbox, chunk, rows, offsets, file, webhookUrl } = data
      return {
        owner: account,
        source,
        format,
        status: 'pending',
        open: true,
        total,
        processed: 0,
        valid: 0,
        debug,
        sandbox,
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
        const { processed, valid } = data.totals
        return { ...document, processed, valid }
      }
      case 'BatchCompleted':
        return ended(document, 'completed', recordedAt)
      case 'BatchFailed':
        return { ...ended(document, 'failed', recordedAt), failure: data.reason }
      case 'BatchCancelled':
        return ended(document, 'cancelled', recordedAt)
    }
  },
}

function ended({ open, ...document }: BatchDocument, status: BatchDocument['status'], at: string): BatchDocument {
  return { ...document, status, completedAt: at }
}

const TYPES: ReadonlySet<string> = new Set<BatchEvent['type']>([
  'BatchSubmitted',
  'BatchStarted',
  'BatchChunkVerified',
  'BatchCompleted',
  'BatchFailed',
  'BatchCancelled',
])
