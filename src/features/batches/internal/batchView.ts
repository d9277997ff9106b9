import type { BatchDocument } from '../projections/batches.js'

/** A batch as its owner sees it. */
export interface BatchView
  extends Pick<
    BatchDocument,
    'source' | 'format' | 'status' | 'total' | 'processed' | 'valid' | 'debug' | 'createdAt' | 'startedAt'
  > {
  readonly batchId: string
  readonly invalid: number
  /** When it came to its end, whatever that was. */
  readonly completedAt: string | null
  /** Why it failed. */
  readonly failure: string | null
  /** Path and query of the result as a file, good for a day without a key; once an upload is completed. */
  readonly downloadPath: string | null
}

export function viewOf(batchId: string, document: BatchDocument, pathOf: (batch: string) => string): BatchView {
  const { source, format, status, total, processed, valid, debug, createdAt, startedAt, completedAt, failure } =
    document
  const downloadPath = source === 'upload' && status === 'completed' ? pathOf(batchId) : null
  const invalid = processed - valid
  return {
    batchId,
    source,
    format,
    status,
    total,
    processed,
    valid,
    invalid,
    debug,
    createdAt,
    startedAt,
    completedAt,
    failure,
    downloadPath,
  }
}
