import type { Operation } from '../operation.js'

export const cancelBatch: Operation<'cancelBatch'> = async ({ batches, caller, call, params }) => {
  const outcome = await batches.cancelBatch(caller, params.batchId, call.actor)
  return { status: 200, body: { success: true, message: MESSAGES[outcome] } }
}

const MESSAGES = {
  cancelled: 'The batch is cancelled.',
  'was cancelled already': 'The batch was cancelled already.',
}
