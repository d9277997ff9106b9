import type { Operation } from '../operation.js'

export const cancelBatch: Operation<'cancelBatch'> = async ({ batches, caller, call, params }) => {
  const outcome = await batches.cancelBatch(caller, params.batchId, call.actor)
  return { status: 200, body: { success: true, message: CANCELLED_MESSAGES[outcome] } }
}

export const CANCELLED_MESSAGES = {
  cancelled: 'The batch is cancelled.',
  'was cancelled already': 'The batch was cancelled already.',
}
