import type { Position } from '../position.js'

/** Documents are plain JSON objects: no undefined members, no dates, no bigints. */
export type Document = { readonly [member: string]: unknown }

/**
 * A collection and its indexes, named once. An index is a list of the document's top level members
 * (string, number or boolean; a document that lacks one is not in that index), ascending, ending in `_id`.
 */
export interface CollectionDefinition {
  /** `[a-z0-9_.]`, at most 100 characters. */
  readonly name: string
  readonly indexes?: { readonly [index: string]: readonly string[] }
}

export interface Stored<D> {
  readonly id: string
  /** The place in the log up to which this document is folded; for operational records, a version. */
  readonly position: Position
  readonly document: D
}

export type IndexValue = string | number | boolean

export interface Find {
  readonly index: string
  /** The first members of the index, each with the value it must have. */
  readonly equals?: { readonly [member: string]: IndexValue }
  /** Bounds on the member that follows those of `equals`; `from` is inclusive, `to` exclusive. */
  readonly range?: { readonly from?: IndexValue; readonly to?: IndexValue }
  /** 1 to 1,000. */
  readonly limit: number
  /** The `next` of an earlier answer to the same question (range, limit and skip may differ), of any generation. */
  readonly after?: string
  /** At most 100,000. */
  readonly skip?: number
  readonly reverse?: boolean
  /** Asks for the cursor of every item, not of the last alone. */
  readonly cursors?: true
}

export interface Found<D> {
  readonly items: readonly Stored<D>[]
  /** Where to go on; absent when there is no more. */
  readonly next?: string
  /** Of each item, where to go on behind it; where the question asked for them. */
  readonly cursors?: readonly string[]
}

export interface Change<D> {
  readonly id: string
  /** The position that the document carried when it was loaded; absent = it must not exist. */
  readonly expected?: Position | undefined
  /** The position that it carries from now on. */
  readonly position: Position
  /** null leaves a tombstone: `get` does not see it, but its position still guards against older writes. */
  readonly document: D | null
}

export interface Collection<D extends Document = Document> {
  get(id: string): Promise<Stored<D> | undefined>
  /** In the order of `ids`; with tombstones, because the runner must not revive what was deleted. */
  getMany(ids: readonly string[]): Promise<readonly (Stored<D | null> | undefined)[]>
  /** @throws RangeError when the index cannot answer this, or the cursor is malformed or of another question */
  find(question: Find): Promise<Found<D>>
  /** Several questions in one go, answered in their order. @throws RangeError when one of them cannot be answered */
  findMany(questions: readonly Find[]): Promise<readonly Found<D>[]>
  count(question: Pick<Find, 'index' | 'equals' | 'range'>): Promise<number>
  /** Each change by itself, on its own condition. Answers with the ids that were not as expected; durable when it resolves. */
  write(changes: readonly Change<D>[]): Promise<readonly string[]>
  /** Every document, tombstones excluded, by id. For dumps and rebuild checks, never for a request. */
  all(): AsyncIterable<Stored<D>>
  /** Removes tombstones whose position is before this one. */
  sweep(before: Position): Promise<number>
  /** Deletes the collection with all that is in it. */
  drop(): Promise<void>
}

/** Every method, and every method of its collections, rejects with StoreUnavailable when the store cannot answer. */
export interface DocumentStore {
  collection<D extends Document>(definition: CollectionDefinition): Collection<D>
  ready(): Promise<void>
  close(): Promise<void>
}
