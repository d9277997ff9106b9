import { Failure } from '../../../kernel/failure.js'
import type { BatchDocument } from '../projections/batches.js'

/** Of a batch that was cancelled, what was done by then counts. @throws Failure BATCH_PROCESSING, BATCH_FAILED */
export function requireResults({ status, processed, total, failure }: BatchDocument): void {
  switch (status) {
    case 'pending':
    case 'processing':
      throw new Failure('BATCH_PROCESSING', `This batch is not done yet: ${processed} of ${total} addresses.`, {
        processed,
        total,
      })
    case 'failed':
      throw new Failure('BATCH_FAILED', `This batch failed. ${failure ?? ''}`.trim(), { processed, total })
    case 'completed':
    case 'cancelled':
      return
  }
}
