// The stored calls with an Idempotency-Key.
import type { Clock } from '../../kernel/clock.js'
import type { Change, CollectionDefinition, DocumentStore, Stored } from '../../kernel/ports/documentStore.js'
import { later, next, type Position, START } from '../../kernel/position.js'
import { HOUR_MS } from '../../kernel/time.js'

/** The stored state of a call with an Idempotency-Key. */
export type CallRecord = {
  readonly owner: string
  /** Fingerprint of the request, to detect a key reused for a different request. */
  readonly fingerprint: string
  /** `running`: in progress; `open`: failed with unknown effects; `done`: has a stored response. */
  readonly state: 'running' | 'open' | 'done'
  /** When the current run started, in milliseconds since the epoch. */
  readonly since: number
  readonly commandId: string
  /** Sealed. */
  readonly seed: string
  /** Sealed; null unless `done`. */
  readonly answer: string | null
  /** Expiry, in milliseconds since the epoch. */
  readonly expiresAt: number
}

export const CALL_RECORDS: CollectionDefinition = {
  name: 'idempotency',
  indexes: { byExpiry: ['expiresAt', '_id'], byOwner: ['owner', '_id'] },
  times: { since: 'milliseconds', expiresAt: 'milliseconds' },
}

export type StoredRecord = Stored<CallRecord | null>

/** Records deleted per write. */
const BATCH_SIZE = 1_000
/** Retention of tombstones, so that a late write cannot restore a deleted record. */
const TOMBSTONE_MS = HOUR_MS

/** The collection of call records. It is not a projection: its positions are clock-based versions. */
export function createIdempotencyRecords({ documents, clock }: { documents: DocumentStore; clock: Clock }) {
  const collection = documents.collection<CallRecord>(CALL_RECORDS)

  const change = (id: string, before: StoredRecord | undefined, document: CallRecord | null): Change<CallRecord> => ({
    id,
    position: versionAfter(before?.position, clock.now()),
    document,
    ...(before && { expected: before.position }),
  })

  return {
    /** Records in the order of the ids, including tombstones. */
    find: (ids: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> => collection.getMany(ids),

    /** Replaces a record by compare-and-set. @returns the new record; undefined on a conflict */
    async put(id: string, before: StoredRecord | undefined, document: CallRecord | null) {
      const written = change(id, before, document)
      const conflicts = await collection.write([written])
      return conflicts.length > 0 ? undefined : { id, position: written.position, document }
    },

    /** Deletes all records of an account. */
    async forget(owner: string): Promise<void> {
      for (;;) {
        const { items } = await collection.find({ index: 'byOwner', equals: { owner }, limit: BATCH_SIZE })
        if (items.length === 0) return
        await collection.write(items.map((item) => change(item.id, item, null)))
      }
    },

    /** Deletes expired records. */
    async sweep(): Promise<void> {
      for (;;) {
        const range = { to: clock.now() + 1 }
        const { items, next } = await collection.find({ index: 'byExpiry', range, limit: BATCH_SIZE })
        await collection.write(items.map((item) => change(item.id, item, null)))
        if (next === undefined) break
      }
      await collection.sweep(atTime(clock.now() - TOMBSTONE_MS))
    },
  }
}

/** Hex digits that number the versions within one millisecond. */
const COUNTER_DIGITS = 5

const atTime = (milliseconds: number): Position =>
  `${Math.max(0, milliseconds).toString(16)}${'0'.repeat(COUNTER_DIGITS)}`.padStart(START.length, '0')

const versionAfter = (before: Position | undefined, now: number): Position =>
  before === undefined ? atTime(now) : later(atTime(now), next(before))
