// The read model of an account's verdicts.
import type { Projection } from '../../../eventing/projection.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { type Counts, NO_COUNTS, withRows } from './counts.js'
import { type Api, apiOf, type Rows, rowsOf, type Verified } from './rows.js'

/** The UTC hour or day that a document counts. */
export type Span = 'hour' | 'day'

export type VerdictsDocument = {
  readonly owner: string
  readonly span: Span
  /** Start of the hour or day. */
  readonly at: string
  readonly api: Api
  readonly counts: Counts
}

const HOUR = 'yyyy-mm-ddThh'.length
const DAY = 'yyyy-mm-dd'.length

/**
 * An account's verdicts by operation and UTC hour, and once more by UTC day, so that years can be read. Key: account,
 * operation, then hour or day. A row of a batch counts in the hour in which it was verified.
 */
export const verdicts: Projection<Verified, VerdictsDocument> = {
  name: 'verdicts',
  version: 1,
  lane: 'verdicts',
  indexes: { byOwner: ['owner', 'span', 'at', '_id'] },
  times: { at: 'iso' },
  keys: (event) => {
    switch (event.type) {
      case 'BatchChunkVerified':
        // A sandbox key's batch touches no statistics.
        if (event.data.sandbox) return []
        break
      case 'AddressVerified':
      case 'AddressesVerified':
        break
      default:
        return []
    }
    const { recordedAt, data } = event
    const prefix = `${data.account}.${apiOf(event)}.`
    return [prefix + recordedAt.slice(0, HOUR), prefix + recordedAt.slice(0, DAY)]
  },
  apply: (document, event, id) => {
    const { owner, span, at, api, counts } = document ?? startOf(event, id)
    return { owner, span, at, api, counts: withRows(counts, lastRowsOf(event)) }
  },
}

function startOf(event: Recorded<Verified>, id: string): VerdictsDocument {
  const at = id.slice(id.lastIndexOf('.') + 1)
  const isHour = at.length === HOUR
  return {
    owner: event.data.account,
    span: isHour ? 'hour' : 'day',
    at: isHour ? `${at}:00:00.000Z` : `${at}T00:00:00.000Z`,
    api: apiOf(event),
    counts: NO_COUNTS,
  }
}

/** The rows of the last event: an event is folded into two documents in a row. */
let last: { readonly data: unknown; readonly rows: Rows } | undefined

function lastRowsOf(event: Recorded<Verified>): Rows {
  if (last?.data !== event.data) last = { data: event.data, rows: rowsOf(event) }
  return last.rows
}
