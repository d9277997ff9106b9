import type { Recorded } from '../../kernel/envelope.js'
import type { Document, Stored } from '../../kernel/ports/documentStore.js'
import { type Position, START } from '../../kernel/position.js'
import { apply, keysOf } from '../fold.js'
import type { AnyProjection } from '../projection.js'
import { createAsOfSlicer } from './slicer.js'

/** What is kept of a read model's past. */
export interface RetainedModel {
  readonly projection: AnyProjection
  /** Whether anyone will ask for a document of this id. */
  readonly includes: (id: string) => boolean
  /**
   * Whether anyone will ask for a document who asks of this instant or a later one; where nothing is said, any may be
   * asked for.
   * @param at ISO 8601
   */
  readonly retainedAt?: (at: string) => (document: Document) => boolean
}

/** Read models as they were behind an event, and what tells that event from any other. */
export interface AsOfState {
  /** Of the last event that is folded; START when there is none. */
  position: Position
  /** Of the one before it in the log. */
  before: Position
  /** Its id. */
  event: string
  /** Its UTC day, `yyyy-mm-dd`. */
  day: string
  readonly models: ReadonlyMap<string, Map<string, Stored<Document | null>>>
}

export const emptyState = (kept: readonly RetainedModel[]): AsOfState => ({
  position: START,
  before: START,
  event: '',
  day: '',
  models: new Map(kept.map(({ projection }) => [projection.name, new Map()])),
})

/** Whether a document belongs to somebody who is erased: the past forgets them too. */
export type IsHidden = (document: Document) => boolean

/** Folds an event as the runner does: a document carries the position of the last event folded into it. @throws FoldError */
export function foldInto(state: AsOfState, kept: readonly RetainedModel[], event: Recorded, isHidden: IsHidden): void {
  for (const { projection, includes } of kept) {
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

/** @param at ISO 8601 in UTC */
export const dayIn = (at: string): string => at.slice(0, 'yyyy-mm-dd'.length)

export const sizeOf = ({ models }: AsOfState): number => [...models.values()].reduce((sum, { size }) => sum + size, 0)

/** What anyone may ask for who asks of an instant or a later one. */
export async function* retainedDocuments(state: AsOfState, { projection, retainedAt }: RetainedModel, at: string) {
  const pace = createAsOfSlicer()
  const isOpen = retainedAt?.(at) ?? (() => true)
  for (const stored of state.models.get(projection.name)!.values()) {
    if (stored.document && isOpen(stored.document)) yield stored as Stored<Document>
    await pace()
  }
}

/** Forgets what a snapshot still holds of those who were erased since. */
export function dropHidden({ models }: AsOfState, isHidden: IsHidden): void {
  for (const documents of models.values()) {
    for (const { id, document } of documents.values()) if (document && isHidden(document)) documents.delete(id)
  }
}

/** Forgets what nobody will ask for any more. */
export async function dropUnretained(state: AsOfState, kept: readonly RetainedModel[], at: string): Promise<void> {
  const pace = createAsOfSlicer()
  for (const { projection, retainedAt } of kept) {
    if (!retainedAt) continue
    const isOpen = retainedAt(at)
    const documents = state.models.get(projection.name)!
    for (const { id, document } of documents.values()) {
      if (!document || !isOpen(document)) documents.delete(id)
      const pause = pace()
      if (pause) await pause
    }
  }
}
