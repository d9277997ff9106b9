import type { Eventing } from '../../../eventing/eventing.js'
import type { Stored } from '../../../kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { type BatchDocument, batches } from '../projections/batches.js'
import { batchResults, type ResultsDocument, resultsId } from '../projections/batchResults.js'

/** The recorded results of a batch, chunk by chunk, from the first row. */
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
      if (!chunk)
        throw new StoreUnavailable(`the results of batch ${id} from row ${from} are not in the read model yet`)
      yield chunk
      from = chunk.document.to
    }
  }
}
