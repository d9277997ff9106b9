import type { Eventing, Reading } from '../../../eventing/eventing.js'
import type { Failure } from '../../../kernel/failure.js'
import type { Stored } from '../../../kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { batchNotFound } from '../decide.js'
import { type BatchDocument, batches } from '../projections/batches.js'
import { batchResults, type ResultsDocument, resultsId } from '../projections/batchResults.js'

/**
 * The recorded results of a batch, chunk by chunk, from the first row.
 * @throws Failure BATCH_NOT_FOUND if it is deleted while they are read
 */
export type ReadOutcomes = (
  id: string,
  batch: Pick<BatchDocument, 'processed'>,
) => AsyncIterable<Stored<ResultsDocument>>

export const createReadOutcomes = ({ eventing }: { readonly eventing: Eventing }): ReadOutcomes => {
  const model = eventing.read(batchResults)
  return async function* readOutcomes(id, { processed }) {
    await eventing.waitForHead([batches.name, batchResults.name])
    for (let from = 0; from < processed; ) {
      const chunk = await model.get(resultsId(id, from))
      if (!chunk) throw await whyMissing(eventing, id, from)
      yield chunk
      from = chunk.document.to
    }
  }
}

/** Why a chunk is missing: its batch was deleted meanwhile (BATCH_NOT_FOUND), or its read model is behind. */
export async function whyMissing(eventing: Reading, id: string, from: number): Promise<Failure | StoreUnavailable> {
  await eventing.waitForHead([batches.name])
  if (!(await eventing.read(batches).get(id))) return batchNotFound()
  return new StoreUnavailable(`the results of batch ${id} from row ${from} are not in the read model yet`)
}
