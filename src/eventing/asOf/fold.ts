// Folds read models in memory, for queries about the past.
import type { Recorded } from '../../kernel/envelope.js'
import type { Document, Stored } from '../../kernel/ports/documentStore.js'
import { type Position, START } from '../../kernel/position.js'
import { apply, keysOf } from '../fold.js'
import type { AnyProjection } from '../projection.js'
import { createAsOfSlicer } from './slicer.js'

/** Which documents of a read model as-of queries can need. */
export interface RetainedModel {
  readonly projection: AnyProjection
  /** True if an as-of query can need the document with this id. */
  readonly includes: (id: string) => boolean
  /**
   * True if an as-of query at or after `at` can still need the document. Default: always.
   * @param at ISO 8601
   */
  readonly retainedAt?: (at: string) => (document: Document) => boolean
}

/** Read models as of an event, and what identifies that event. */
export interface AsOfState {
  /** Position of the last folded event; START before the first event. */
  position: Position
  /** Position of the event before it in the log. */
  before: Position
  /** Id of the last folded event. */
  event: string
  /** UTC day of the last folded event, `yyyy-mm-dd`. */
  day: string
  readonly models: ReadonlyMap<string, Map<string, Stored<Document | null>>>
}

export const emptyState = (retainedModels: readonly RetainedModel[]): AsOfState => ({
  position: START,
  before: START,
  event: '',
  day: '',
  models: new Map(retainedModels.map(({ projection }) => [projection.name, new Map()])),
})

/** Whether a document belongs to an erased owner: erasure applies to as-of queries too. */
export type IsHidden = (document: Document) => boolean

/**
 * Folds an event as the runner does: a document carries the position of the last event folded into it.
 * @throws FoldError
 */
export function foldInto(
  state: AsOfState,
  retainedModels: readonly RetainedModel[],
  event: Recorded,
  isHidden: IsHidden,
): void {
  for (const { projection, includes } of retainedModels) {
    for (const id of keysOf(projection, event)) {
      if (!includes(id)) continue
      const documents = state.models.get(projection.name)!
      const known = documents.get(id)
      if (known && known.position >= event.position) continue
      const document = apply(projection, known?.document ?? null, event, id)
      if (document && isHidden(document)) continue
      documents.set(id, { id, position: event.position, document })
    }
  }
  state.before = state.position
  state.position = event.position
  state.event = event.id
  state.day = dayIn(event.recordedAt)
}

/** UTC day of an instant. @param at ISO 8601 in UTC */
export const dayIn = (at: string): string => at.slice(0, 'yyyy-mm-dd'.length)

/** Total number of documents. */
export const sizeOf = ({ models }: AsOfState): number => [...models.values()].reduce((sum, { size }) => sum + size, 0)

/** The documents that an as-of query at or after `at` can need. */
export async function* retainedDocuments(state: AsOfState, { projection, retainedAt }: RetainedModel, at: string) {
  const yieldIfDue = createAsOfSlicer()
  const isRetained = retainedAt?.(at) ?? (() => true)
  for (const stored of state.models.get(projection.name)!.values()) {
    if (stored.document && isRetained(stored.document)) yield stored as Stored<Document>
    await yieldIfDue()
  }
}

/** Deletes documents of owners who were erased after the snapshot was made. */
export function dropHidden({ models }: AsOfState, isHidden: IsHidden): void {
  for (const documents of models.values()) {
    for (const { id, document } of documents.values()) if (document && isHidden(document)) documents.delete(id)
  }
}

/** Deletes documents that no as-of query at or after `at` can need. */
export async function dropUnretained(
  state: AsOfState,
  retainedModels: readonly RetainedModel[],
  at: string,
): Promise<void> {
  const yieldIfDue = createAsOfSlicer()
  for (const { projection, retainedAt } of retainedModels) {
    if (!retainedAt) continue
    const isRetained = retainedAt(at)
    const documents = state.models.get(projection.name)!
    for (const { id, document } of documents.values()) {
      if (!document || !isRetained(document)) documents.delete(id)
      const pause = yieldIfDue()
      if (pause) await pause
    }
  }
}
