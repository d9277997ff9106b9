// The port of document stores, which hold read models and operational records.
import type { Position } from '../position.js'
import { DamagedIndex, DifferentLog, StoreUnavailable, UnreadableEvent } from './eventStore.js'

/**
 * Documents are plain JSON objects that every store can hold natively: text is well-formed Unicode, numbers are finite,
 * names of members consist of letters, digits and underscores, and those of the top level do not start with an
 * underscore. Other names (domains, say) belong into lists: `[{ domain, count }]`.
 */
export type Document = { readonly [member: string]: unknown }

/**
 * What a member that holds a time contains: text in ISO 8601, as `Date.toISOString` writes it, or a number of
 * milliseconds or minutes since the epoch.
 */
export type TimeFormat = 'iso' | 'milliseconds' | 'minutes'

/** Members that hold times, by path; a path leads through lists: `keys.createdAt`. */
export type Times = { readonly [path: string]: TimeFormat }

/**
 * Name and indexes of a collection. An index is a list of top-level members of the document, ascending, ending in `_id`.
 * An indexed member is a string, number or boolean, of one type in all documents of the collection; a document that
 * lacks it, or has null instead, is not in that index.
 */
export interface CollectionDefinition {
  /** `[a-z0-9_.]`, at most 100 characters. */
  readonly name: string
  readonly indexes?: { readonly [index: string]: readonly string[] }
  /** Stores that have a type for times use it for these members. Documents are the same with and without. */
  readonly times?: Times
}

export interface Stored<D> {
  readonly id: string
  /** Position of the last event folded into the document; for operational records, a version. */
  readonly position: Position
  readonly document: D
}

export type IndexValue = string | number | boolean

export interface Find {
  readonly index: string
  /** Required values of the first members of the index. */
  readonly equals?: { readonly [member: string]: IndexValue }
  /** Bounds on the member after those of `equals`; `from` is inclusive, `to` exclusive. */
  readonly range?: { readonly from?: IndexValue; readonly to?: IndexValue }
  /** 1 to 1,000. */
  readonly limit: number
  /**
   * Pagination cursor: `next` of an earlier result of the same query (range, limit and skip may differ), of any
   * generation.
   */
  readonly after?: string
  /** At most 100,000. */
  readonly skip?: number
  readonly reverse?: boolean
  /** Requests a cursor for every item, not only for the last. */
  readonly cursors?: true
}

export interface Found<D> {
  readonly items: readonly Stored<D>[]
  /** Cursor of the next page; absent on the last page. */
  readonly next?: string
  /** Cursor after each item, if the query requested them. */
  readonly cursors?: readonly string[]
}

export interface Change<D> {
  readonly id: string
  /** Position of the document when it was loaded; absent = it must not exist. */
  readonly expected?: Position | undefined
  /** New position of the document. */
  readonly position: Position
  /** null leaves a tombstone: `get` does not return it, but its position still guards against older writes. */
  readonly document: D | null
}

export interface Collection<D extends Document = Document> {
  get(id: string): Promise<Stored<D> | undefined>
  /** In the order of `ids`; includes tombstones, because the runner must not revive deleted documents. */
  getMany(ids: readonly string[]): Promise<readonly (Stored<D | null> | undefined)[]>
  /** @throws RangeError when the index cannot answer the query, or the cursor is malformed or of another query */
  find(question: Find): Promise<Found<D>>
  /** Runs several queries in one round trip; results in their order. @throws RangeError when one cannot be answered */
  findMany(questions: readonly Find[]): Promise<readonly Found<D>[]>
  count(question: Pick<Find, 'index' | 'equals' | 'range'>): Promise<number>
  /**
   * Applies each change independently, on its own condition. Durable when it resolves.
   * @returns ids whose condition failed
   * @throws RangeError when an id, a position or a document is not as this port requires; nothing is written then
   */
  write(changes: readonly Change<D>[]): Promise<readonly string[]>
  /** Every document in order of id, without tombstones. For dumps and rebuild checks, never for a request. */
  all(): AsyncIterable<Stored<D>>
  /** Removes tombstones whose position is before this one. */
  sweep(before: Position): Promise<number>
  /** Deletes the collection and everything in it. */
  drop(): Promise<void>
}

/** Every method, and every method of its collections, rejects with StoreUnavailable when the store cannot answer. */
export interface DocumentStore {
  collection<D extends Document>(definition: CollectionDefinition): Collection<D>
  /** Version of the form in which documents are stored; 1 by default. Read models of another form are rebuilt. */
  readonly form?: number
  /**
   * Makes collections visible to users of the store under other, stable names. Idempotent, and atomic: readers see the
   * old or the new collection. Absent if the store has no users of its own.
   * @param collections the collection to show, by its stable name
   */
  publish?(collections: { readonly [name: string]: string }): Promise<void>
  ready(): Promise<void>
  close(): Promise<void>
}

/** A stored document is not what was written: the disk is damaged, or another program changed it. Retrying is futile. */
export class DamagedDocument extends StoreUnavailable {}

const FUTILE = [DamagedDocument, DamagedIndex, UnreadableEvent, DifferentLog]

/** Whether the same call may succeed once the store has returned. */
export const isUnavailable = (error: unknown): error is StoreUnavailable =>
  error instanceof StoreUnavailable && !FUTILE.some((kind) => error instanceof kind)
