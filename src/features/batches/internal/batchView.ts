import type { BatchDocument } from '../projections/batches.js'

/** A batch as shown to its owner. */
export interface BatchView
  extends Pick<
    BatchDocument,
    'source' | 'format' | 'status' | 'total' | 'processed' | 'valid' | 'debug' | 'createdAt' | 'startedAt'
  > {
  readonly batchId: string
  readonly invalid: number
  /** When it was completed, failed or cancelled (ISO 8601); null while it is open. */
  readonly completedAt: string | null
  /** Why it failed; null unless it did. */
  readonly failure: string | null
  /** Path and query of the result file, valid for a day without an API key; null unless this is a completed upload. */
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
