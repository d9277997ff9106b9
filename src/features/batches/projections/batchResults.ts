// The read model of a batch's results: a document per chunk, with what mail servers said later of its rows.
import type { Projection } from '../../../eventing/projection.js'
import { idOf } from '../../../kernel/stream.js'
import type { RecordedMailbox } from '../../mailboxes/events.js'
import type { BatchChunkVerified, BatchDeleted, BatchMailboxesAsked, ResultColumns } from '../events.js'

/** What mail servers said last about rows, by the row's index in the columns. */
export interface RowMailboxes {
  readonly mailboxes?: { readonly [row: string]: RecordedMailbox }
}

export type ResultsDocument = {
  readonly owner: string
  readonly from: number
  readonly to: number
  readonly results: ResultColumns & RowMailboxes
  /** Sealed; null unless the batch was submitted with `debug`. */
  readonly steps: string | null
  /** The event and its pool, if it has results to contribute. */
  readonly shared?: { readonly event: string; readonly pool: string }
}

/** @param from index of the chunk's first row */
export const resultsId = (batch: string, from: number): string => `${batch}.${String(from).padStart(7, '0')}`

/** Results as recorded, one document per chunk. Key: `<batch id>.<first row>`. */
export const batchResults: Projection<BatchChunkVerified | BatchDeleted | BatchMailboxesAsked, ResultsDocument> = {
  name: 'batch_results',
  version: 2,
  keys: (event) => {
    switch (event.type) {
      case 'BatchChunkVerified':
        return [resultsId(idOf(event.stream), event.data.from)]
      case 'BatchMailboxesAsked': {
        const { rows, chunk } = event.data
        return [...new Set(rows.map((row) => resultsId(idOf(event.stream), row - (row % chunk))))]
      }
      case 'BatchDeleted':
        return Array.from({ length: Math.ceil(event.data.processed / event.data.chunk) }, (_, index) =>
          resultsId(idOf(event.stream), index * event.data.chunk),
        )
      default:
        return []
    }
  },
  apply: (document, event) => {
    if (event.type === 'BatchDeleted') return null
    if (event.type === 'BatchMailboxesAsked') return document ? withMailboxes(document, event.data) : null
    const { account, from, to, results, steps, shared } = event.data
    return {
      owner: account,
      from,
      to,
      results,
      steps,
      ...(shared && { shared: { event: event.id, pool: shared.pool } }),
    }
  },
}

function withMailboxes(
  document: ResultsDocument,
  { rows, answer, answers }: BatchMailboxesAsked['data'],
): ResultsDocument {
  const { from, to, results } = document
  const mailboxes: { [row: string]: RecordedMailbox } = { ...results.mailboxes }
  for (const [at, row] of rows.entries()) if (row >= from && row < to) mailboxes[row - from] = answers[answer[at]!]!
  return { ...document, results: { ...results, mailboxes } }
}
