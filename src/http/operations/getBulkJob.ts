import type { Operation } from '../operation.js'
import { bulkJobStatus } from '../shapes/batch.js'

export const getBulkJob: Operation<'getBulkJob'> = async ({ batches, caller, params, baseUrl }) => ({
  status: 200,
  body: bulkJobStatus(await batches.getBatch(caller, params.jobId), baseUrl),
})
