import type { Recorded } from '../../kernel/envelope.js'
import type { Document, Stored } from '../../kernel/ports/documentStore.js'
import { type Position, START } from '../../kernel/position.js'
import { apply, keysOf } from '../fold.js'
import type { AnyProjection } from '../projection.js'
import { createPastPace } from './pace.js'

/** What is kept of a read model's past. */
export interface Kept {
  readonly projection: AnyProjection
  /** Whether anyone will ask for a document of this id. */
  readonly wants: (id: string) => boolean
  /**
   * Whether anyone will ask for a document who asks of this instant or a later one; where nothing is said, any may be
   * asked for.
   * @param at ISO 8601
   */
  readonly isOpenAt?: (at: string) => (document: Document) => boolean
}

/** Read models as they were behind an event, and what tells that event from any other. */
export interface PastState {
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

export const emptyState = (kept: readonly Kept[]): PastState => ({
  position: START,
  before: START,
  event: '',
  day: '',
  models: new Map(kept.map(({ projection }) => [projection.name, new Map()])),
})

/** Whether a document belongs to somebody who is erased: the past forgets them too. */
export type IsHidden = (document: Document) => boolean

/** Folds an event as the runner does: a document carries the position of the last event folded into it. @throws FoldError */
export function foldInto(state: PastState, kept: readonly Kept[], event: Recorded, isHidden: IsHidden): void {
  for (const { projection, wants } of kept) {
    for (const id of keysOf(projection, event)) {
      if (!wants(id)) continue
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

export const sizeOf = ({ models }: PastState): number => [...models.values()].reduce((sum, { size }) => sum + size, 0)

/** What anyone may ask for who asks of an instant or a later one. */
export async function* openAt(state: PastState, { projection, isOpenAt }: Kept, at: string) {
  const pace = createPastPace()
  const isOpen = isOpenAt?.(at) ?? (() => true)
  for (const stored of state.models.get(projection.name)!.values()) {
    if (stored.document && isOpen(stored.document)) yield stored as Stored<Document>
    await pace()
  }
}

/** Forgets what a snapshot still holds of those who were erased since. */
export function hide({ models }: PastState, isHidden: IsHidden): void {
  for (const documents of models.values()) {
    for (const { id, document } of documents.values()) if (document && isHidden(document)) documents.delete(id)
  }
}

/** Forgets what nobody will ask for any more. */
export async function close(state: PastState, kept: readonly Kept[], at: string): Promise<void> {
  const pace = createPastPace()
  for (const { projection, isOpenAt } of kept) {
    if (!isOpenAt) continue
    const isOpen = isOpenAt(at)
    const documents = state.models.get(projection.name)!
    for (const { id, document } of documents.values()) {
      if (!document || !isOpen(document)) documents.delete(id)
      const pause = pace()
      if (pause) await pause
    }
  }
}
