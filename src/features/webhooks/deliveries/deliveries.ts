// The store of deliveries and their attempts.
import type { Collection, DocumentStore, Found, Stored } from '../../../kernel/ports/documentStore.js'
import { DELIVERIES } from './collections.js'
import { abandon, type DeliveryRecord, type Unsent } from './record.js'
import { INITIAL_POSITION, removeAll, revise } from './revise.js'

/** Records read per page. */
const PAGE_SIZE = 200

/** Query for a page of one endpoint's deliveries, newest first. */
export interface DeliveryPageQuery {
  readonly endpoint: string
  readonly limit: number
  readonly after: string | undefined
}

export type FoundDeliveries = Found<DeliveryRecord>

export type Deliveries = ReturnType<typeof createDeliveries>

/** The operational store of deliveries. */
export function createDeliveries({ documents }: { readonly documents: DocumentStore }) {
  const records: Collection<DeliveryRecord> = documents.collection(DELIVERIES)

  return {
    get: (id: string): Promise<Stored<DeliveryRecord> | undefined> => records.get(id),

    /** Inserts deliveries that do not exist yet; durable when it resolves. */
    async insert(deliveries: readonly { readonly id: string; readonly record: DeliveryRecord }[]): Promise<void> {
      await records.write(deliveries.map(({ id, record }) => ({ id, position: INITIAL_POSITION, document: record })))
    },

    revise: (
      id: string,
      change: (record: DeliveryRecord) => DeliveryRecord | undefined,
      known?: Stored<DeliveryRecord>,
    ) => revise(records, id, (record) => record && change(record), known),

    /** The due deliveries of an endpoint, in order of due time. */
    async due(endpoint: string, now: number, limit: number): Promise<readonly Stored<DeliveryRecord>[]> {
      return (await records.find({ ...pending(endpoint), range: { to: now + 1 }, limit })).items
    },

    /** When the next delivery of an endpoint is due, milliseconds since the epoch; undefined if none is pending. */
    async nextDue(endpoint: string): Promise<number | undefined> {
      return (await records.find({ ...pending(endpoint), limit: 1 })).items[0]?.document.nextAt
    },

    countPending: (endpoint: string): Promise<number> => records.count(pending(endpoint)),

    /** Abandons a delivery, if it is still pending. */
    async abandon(delivery: Stored<DeliveryRecord>, unsent: Unsent, at: string): Promise<void> {
      await revise(records, delivery.id, (record) => record && abandon(record, unsent, at), delivery)
    },

    /** Abandons all pending deliveries of an endpoint; each records the reason. */
    abandonAll: (endpoint: string, unsent: Unsent, at: string): Promise<void> =>
      changePending(records, endpoint, (record) => abandon(record, unsent, at)),

    /** Makes all pending deliveries of an endpoint due now. */
    makeDue: (endpoint: string, now: number): Promise<void> =>
      changePending(
        records,
        endpoint,
        (record) => (record.nextAt !== undefined && record.nextAt > now ? { ...record, nextAt: now } : undefined),
        now + 1,
      ),

    /** The deliveries of an endpoint created at or after a time, oldest first. @param from ISO 8601 */
    async *since(endpoint: string, from: string): AsyncGenerator<Stored<DeliveryRecord>> {
      for (let after: string | undefined; ; ) {
        const page = { limit: PAGE_SIZE, ...(after !== undefined && { after }) }
        const { items, next } = await records.find({
          index: 'byEndpoint',
          equals: { endpoint },
          range: { from },
          ...page,
        })
        yield* items
        if (next === undefined) return
        after = next
      }
    },

    /** Number of an endpoint's deliveries. */
    count: (endpoint: string): Promise<number> => records.count({ index: 'byEndpoint', equals: { endpoint } }),

    /** Newest first. @throws RangeError if the cursor does not belong to this list */
    list: (endpoint: string, limit: number, after: string | undefined) =>
      records.find(newestFirst({ endpoint, limit, after })),

    /**
     * Pages of several endpoints in one call to the store, with the cursor of each item.
     * @throws RangeError if a cursor does not belong to its list
     */
    listMany: (queries: readonly DeliveryPageQuery[]): Promise<readonly FoundDeliveries[]> =>
      records.findMany(queries.map((query) => ({ ...newestFirst(query), cursors: true }))),

    /** Each endpoint with pending deliveries, and the due time of the first of them. */
    endpoints: () => endpointsWithPending(records),

    /** Deletes records whose retention has ended. */
    expire: (now: number): Promise<void> =>
      removeAll(records, { index: 'byExpiry', range: { to: now }, limit: PAGE_SIZE }),
  }
}

const newestFirst = ({ endpoint, limit, after }: DeliveryPageQuery) => ({
  index: 'byEndpoint',
  equals: { endpoint },
  limit,
  reverse: true,
  ...(after !== undefined && { after }),
})

const pending = (endpoint: string) => ({ index: 'byDue', equals: { endpoint } })

/** Changes every pending delivery of an endpoint, page by page in order of due time, until none is left to change. */
async function changePending(
  records: Collection<DeliveryRecord>,
  endpoint: string,
  change: (record: DeliveryRecord) => DeliveryRecord | undefined,
  from?: number,
): Promise<void> {
  for (;;) {
    const range = from === undefined ? {} : { range: { from } }
    const { items } = await records.find({ ...pending(endpoint), ...range, limit: PAGE_SIZE })
    if (items.length === 0) return
    await Promise.all(items.map((item) => revise(records, item.id, (record) => record && change(record), item)))
  }
}

interface PendingEndpoint {
  readonly endpoint: string
  readonly owner: string
  /** Due time of its first pending delivery, milliseconds since the epoch. */
  readonly nextAt: number
}

async function* endpointsWithPending(records: Collection<DeliveryRecord>): AsyncIterable<PendingEndpoint> {
  for (let after: string | undefined; ; ) {
    const range = after === undefined ? {} : { range: { from: `${after}\0` } }
    const [first] = (await records.find({ index: 'byDue', ...range, limit: 1 })).items
    if (!first) return
    const { endpoint, owner, nextAt } = first.document
    yield { endpoint, owner, nextAt: nextAt! }
    after = endpoint
  }
}
