import type { Projection } from '../../../eventing/projection.js'
import { idOf } from '../../../kernel/stream.js'
import type { BatchChunkVerified, ResultColumns } from '../events.js'

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
export const batchResults: Projection<BatchChunkVerified, ResultsDocument> = {
  name: 'batch_results',
  version: 2,
  keys: ({ type, stream, data }) => (type === 'BatchChunkVerified' ? [resultsId(idOf(stream), data.from)] : []),
  apply: (_, { id: event, data: { account, from, to, results, steps, shared } }) => ({
    owner: account,
    from,
    to,
    results,
    steps,
    ...(shared && { shared: { event, pool: shared.pool } }),
  }),
}
