import type { Clock } from '../../kernel/clock.js'
import type { Change, DocumentStore, Stored } from '../../kernel/ports/documentStore.js'
import { later, next, type Position, START } from '../../kernel/position.js'

/** What is kept of a call that has an Idempotency-Key. */
export type CallRecord = {
  readonly owner: string
  /** Of the request: another one under the same key is a mistake of the caller's. */
  readonly fingerprint: string
  /** `running`: somebody is at it; `open`: it failed, and nobody knows what it had done by then; `done`: answered. */
  readonly state: 'running' | 'open' | 'done'
  /** When the present run began, in milliseconds since the epoch. */
  readonly since: number
  readonly commandId: string
  /** Sealed. */
  readonly seed: string
  /** Sealed; null unless `done`. */
  readonly answer: string | null
  /** From when on the record counts no more, in milliseconds since the epoch. */
  readonly expiresAt: number
}

export type StoredRecord = Stored<CallRecord | null>

/** Records to delete at a time. */
const PAGE = 1_000
/** How long the place of a deleted record is remembered, so that a late writer cannot bring it back. */
const TOMBSTONE_MS = 60 * 60_000

/** The collection of these records. It is no projection: its positions are versions, which follow the clock. */
export function createIdempotencyRecords({ documents, clock }: { documents: DocumentStore; clock: Clock }) {
  const collection = documents.collection<CallRecord>({
    name: 'idempotency',
    indexes: { byExpiry: ['expiresAt', '_id'], byOwner: ['owner', '_id'] },
  })

  const change = (id: string, before: StoredRecord | undefined, document: CallRecord | null): Change<CallRecord> => ({
    id,
    position: versionAfter(before?.position, clock.now()),
    document,
    ...(before && { expected: before.position }),
  })

  return {
    /** In the order of the ids, tombstones included. */
    find: (ids: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> => collection.getMany(ids),

    /** Writes over what was found. @returns what is there now; undefined when somebody else was faster */
    async put(id: string, before: StoredRecord | undefined, document: CallRecord | null) {
      const written = change(id, before, document)
      const conflicts = await collection.write([written])
      return conflicts.length > 0 ? undefined : { id, position: written.position, document }
    },

    /** Deletes what is kept of an account's calls. */
    async forget(owner: string): Promise<void> {
      for (;;) {
        const { items } = await collection.find({ index: 'byOwner', equals: { owner }, limit: PAGE })
        if (items.length === 0) return
        await collection.write(items.map((item) => change(item.id, item, null)))
      }
    },

    /** Deletes what counts no more. */
    async sweep(): Promise<void> {
      for (;;) {
        const range = { to: clock.now() + 1 }
        const { items, next } = await collection.find({ index: 'byExpiry', range, limit: PAGE })
        await collection.write(items.map((item) => change(item.id, item, null)))
        if (next === undefined) break
      }
      await collection.sweep(atTime(clock.now() - TOMBSTONE_MS))
    },
  }
}

/** Versions of one millisecond that can be told apart. */
const WITHIN = 5

const atTime = (milliseconds: number): Position =>
  `${Math.max(0, milliseconds).toString(16)}${'0'.repeat(WITHIN)}`.padStart(START.length, '0')

const versionAfter = (before: Position | undefined, now: number): Position =>
  before === undefined ? atTime(now) : later(atTime(now), next(before))
