import type { Position } from '../position.js'

/** Documents are plain JSON objects: no undefined members, no dates, no bigints. */
export type Document = { readonly [member: string]: unknown }

/**
 * Name and indexes of a collection. An index is a list of top-level members of the document (string, number or boolean;
 * a document that lacks one is not in that index), ascending, ending in `_id`.
 */
export interface CollectionDefinition {
  /** `[a-z0-9_.]`, at most 100 characters. */
  readonly name: string
  readonly indexes?: { readonly [index: string]: readonly string[] }
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
  ready(): Promise<void>
  close(): Promise<void>
}
