import type { Operation } from '../operation.js'
import { batchStatus } from '../shapes/batch.js'

export const getBatch: Operation<'getBatch'> = async ({ batches, caller, params, baseUrl }) => ({
  status: 200,
  body: batchStatus(await batches.getBatch(caller, params.batchId), baseUrl),
})
