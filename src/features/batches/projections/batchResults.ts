import type { Projection } from '../../../eventing/projection.js'
import { idOf } from '../../../kernel/stream.js'
import type { BatchChunkVerified, BatchDeleted, ResultColumns } from '../events.js'

export type ResultsDocument = {
  readonly owner: string
  readonly from: number
  readonly to: number
  readonly results: ResultColumns
  /** Sealed; null unless the batch was submitted with `debug`. */
  readonly steps: string | null
  /** The event and its pool, if it has results to contribute. */
  readonly shared?: { readonly event: string; readonly pool: string }
}

/** @param from index of the chunk's first row */
export const resultsId = (batch: string, from: number): string => `${batch}.${String(from).padStart(7, '0')}`

/** Results as recorded, one document per chunk. Key: `<batch id>.<first row>`. */
export const batchResults: Projection<BatchChunkVerified | BatchDeleted, ResultsDocument> = {
  name: 'batch_results',
  version: 2,
  keys: ({ type, stream, data }) => {
    switch (type) {
      case 'BatchChunkVerified':
        return [resultsId(idOf(stream), data.from)]
      case 'BatchDeleted':
        return Array.from({ length: Math.ceil(data.processed / data.chunk) }, (_, index) =>
          resultsId(idOf(stream), index * data.chunk),
        )
      default:
        return []
    }
  },
  apply: (_, { id: event, type, data }) => {
    if (type === 'BatchDeleted') return null
    const { account, from, to, results, steps, shared } = data
    return { owner: account, from, to, results, steps, ...(shared && { shared: { event, pool: shared.pool } }) }
  },
}
