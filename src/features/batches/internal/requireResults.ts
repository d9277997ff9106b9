import { Failure } from '../../../kernel/failure.js'
import { batchProcessing } from '../decide.js'
import type { BatchDocument } from '../projections/batches.js'

/**
 * Requires a batch to have results. A cancelled or failed batch has those of the rows processed before; a failed batch
 * without any has only the reason.
 * @throws Failure BATCH_PROCESSING, BATCH_FAILED
 */
export function requireResults({ status, processed, total, failure }: BatchDocument): void {
  switch (status) {
    case 'pending':
    case 'processing':
      throw batchProcessing(processed, total)
    case 'failed':
      if (processed > 0) return
      throw new Failure('BATCH_FAILED', `This batch failed. ${failure ?? ''}`.trim(), { processed, total })
    case 'completed':
    case 'cancelled':
      return
  }
}
