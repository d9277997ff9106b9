import type { Operation } from '../operation.js'
import { batchResultsText } from '../shapes/batchResults.js'

export const getBatchResults: Operation<'getBatchResults'> = async ({ batches, caller, params }) => ({
  status: 200,
  body: batchResultsText(await batches.getBatchResults(caller, params.batchId)),
})
