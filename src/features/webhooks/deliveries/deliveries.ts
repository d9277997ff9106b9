import type { Collection, DocumentStore, Found, Stored } from '../../../kernel/ports/documentStore.js'
import { DELIVERIES } from './collections.js'
import { type DeliveryRecord, givenUp, type Unsent } from './record.js'
import { FIRST, remove, revise } from './revise.js'

/** Records read at once. */
const PAGE = 200

/** A page of the deliveries of one endpoint. */
export interface DeliveryQuestion {
  readonly endpoint: string
  readonly limit: number
  readonly after: string | undefined
}

export type FoundDeliveries = Found<DeliveryRecord>

export type Deliveries = ReturnType<typeof createDeliveries>

/** The records of deliveries, by id. */
export function createDeliveries({ documents }: { readonly documents: DocumentStore }) {
  const records: Collection<DeliveryRecord> = documents.collection(DELIVERIES)

  const newestFirst = ({ endpoint, limit, after }: DeliveryQuestion) => ({
    index: 'byEndpoint',
    equals: { endpoint },
    limit,
    reverse: true,
    ...(after !== undefined && { after }),
  })

  const pending = (endpoint: string) => ({ index: 'byDue', equals: { endpoint } })

  /** Changes every pending delivery of an endpoint, in order of due time, until none is left to change. */
  async function changePending(
    endpoint: string,
    change: (record: DeliveryRecord) => DeliveryRecord | undefined,
    from?: number,
  ): Promise<void> {
    for (;;) {
      const range = from === undefined ? {} : { range: { from } }
      const { items } = await records.find({ ...pending(endpoint), ...range, limit: PAGE })
      if (items.length === 0) return
      await Promise.all(items.map((item) => revise(records, item.id, (record) => record && change(record), item)))
    }
  }

  return {
    get: (id: string): Promise<Stored<DeliveryRecord> | undefined> => records.get(id),

    /** Those that are not there yet; durable when it resolves. */
    async insert(made: readonly { readonly id: string; readonly record: DeliveryRecord }[]): Promise<void> {
      await records.write(made.map(({ id, record }) => ({ id, position: FIRST, document: record })))
    },

    revise: (
      id: string,
      change: (record: DeliveryRecord) => DeliveryRecord | undefined,
      known?: Stored<DeliveryRecord>,
    ) => revise(records, id, (record) => record && change(record), known),

    /** What is due at an endpoint, first come first. */
    async due(endpoint: string, now: number, limit: number): Promise<readonly Stored<DeliveryRecord>[]> {
      return (await records.find({ ...pending(endpoint), range: { to: now + 1 }, limit })).items
    },

    /** When the next is due at an endpoint; undefined when nothing is pending. */
    async nextDue(endpoint: string): Promise<number | undefined> {
      return (await records.find({ ...pending(endpoint), limit: 1 })).items[0]?.document.nextAt
    },

    countPending: (endpoint: string): Promise<number> => records.count(pending(endpoint)),

    async giveUp(delivery: Stored<DeliveryRecord>, unsent: Unsent, at: string): Promise<void> {
      await revise(records, delivery.id, (record) => record && givenUp(record, unsent, at), delivery)
    },

    /** Nothing more will be sent there; each delivery says why. */
    giveUpAll: (endpoint: string, unsent: Unsent, at: string): Promise<void> =>
      changePending(endpoint, (record) => givenUp(record, unsent, at)),

    /** Whatever waits for a later attempt is due now. */
    hurry: (endpoint: string, now: number): Promise<void> =>
      changePending(
        endpoint,
        (record) => (record.nextAt !== undefined && record.nextAt > now ? { ...record, nextAt: now } : undefined),
        now + 1,
      ),

    /** Newest first. @throws RangeError when the cursor is not of this list */
    list: (endpoint: string, limit: number, after: string | undefined) =>
      records.find(newestFirst({ endpoint, limit, after })),

    /** The same of several endpoints, with the cursors of all items. @throws RangeError when one cursor is not of its list */
    listMany: (questions: readonly DeliveryQuestion[]): Promise<readonly FoundDeliveries[]> =>
      records.findMany(questions.map((question) => ({ ...newestFirst(question), cursors: true }))),

    /** Each endpoint that something is pending for, with the time at which the first of it is due. */
    async *endpoints(): AsyncIterable<{ readonly endpoint: string; readonly owner: string; readonly nextAt: number }> {
      for (let after: string | undefined; ; ) {
        const range = after === undefined ? {} : { range: { from: `${after}\0` } }
        const [first] = (await records.find({ index: 'byDue', ...range, limit: 1 })).items
        if (!first) return
        const { endpoint, owner, nextAt } = first.document
        yield { endpoint, owner, nextAt: nextAt! }
        after = endpoint
      }
    },

    /** Deletes what is older than it is kept. */
    async expire(now: number): Promise<void> {
      for (;;) {
        const { items } = await records.find({ index: 'byExpiry', range: { to: now }, limit: PAGE })
        if (items.length === 0) return
        await remove(records, items)
      }
    },
  }
}
