// Folds events: a slice into the documents of a read model, or a stream or the end of the log into one document.
import type { DomainEvent, Recorded } from '../kernel/envelope.js'
import { isErasure } from '../kernel/erasure.js'
import type { Change, Collection, Document, Stored } from '../kernel/ports/documentStore.js'
import { type EventStore, StoreUnavailable } from '../kernel/ports/eventStore.js'
import type { Position } from '../kernel/position.js'
import { createErasureIndex, deleteOwned, type ErasureIndex } from './erasureIndex.js'
import type { AnyProjection, Projection } from './projection.js'

/** A projection threw an error. Names the event, so that an operator can inspect it. */
export class FoldError extends Error {
  override readonly name = 'FoldError'
  constructor(
    readonly projection: string,
    readonly position: Position,
    readonly eventType: string,
    cause: unknown,
  ) {
    super(`${projection} cannot fold ${eventType} at ${position}: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
}

/** Maximum attempts to write after conflicts; far more than other runners can cause. */
const MAX_ATTEMPTS = 50

type Documents = Pick<Collection, 'getMany' | 'write' | 'find'>

type Work = {
  readonly stored: Stored<Document | null> | undefined
  document: Document | null
  position: Position | undefined
}

/**
 * Folds a slice of events into a projection's documents. A document carries the position of the last event folded into
 * it, so folding an event twice changes nothing; a write that conflicts with another process's is repeated on top of
 * it. An erasure splits the slice: the owner's documents are deleted at that event, and later events create no document
 * that this owner would own.
 * @param erased contains every owner erased before the slice
 * @returns whether any of the events may have changed a document
 */
export async function foldSlice(
  projection: AnyProjection,
  collection: Documents,
  events: readonly Recorded[],
  erased: ErasureIndex = createErasureIndex(),
): Promise<boolean> {
  let from = 0
  let touched = false
  // By index: every model scans every slice, and `entries()` would allocate two objects per event.
  for (let to = 0; to < events.length; to++) {
    const event = events[to]!
    if (!isErasure(event)) continue
    await foldPart(projection, collection, events.slice(from, to), erased)
    erased.observe([event])
    await deleteOwned(collection, event.data.account, event.position)
    touched = true
    from = to
  }
  return (await foldPart(projection, collection, from === 0 ? events : events.slice(from), erased)) || touched
}

async function foldPart(
  projection: AnyProjection,
  collection: Documents,
  events: readonly Recorded[],
  erased: ErasureIndex,
): Promise<boolean> {
  const touched = touches(projection, events)
  if (touched.length === 0) return false
  let only: ReadonlySet<string> | undefined
  for (let attempt = 1; ; attempt++) {
    const conflicts = await foldOnce(projection, collection, touched, erased, only)
    if (conflicts.length === 0) return true
    if (attempt === MAX_ATTEMPTS)
      throw new StoreUnavailable(`${projection.name} could not be written: ${MAX_ATTEMPTS} conflicts in a row`)
    only = new Set(conflicts)
  }
}

type Touch = { readonly id: string; readonly event: Recorded }

function touches(projection: AnyProjection, events: readonly Recorded[]): Touch[] {
  const found: Touch[] = []
  for (const event of events) for (const id of keysOf(projection, event)) found.push({ id, event })
  return found
}

/** Ids of the documents that an event touches. @throws FoldError */
export function keysOf(projection: AnyProjection, event: Recorded): readonly string[] {
  try {
    return projection.keys(event)
  } catch (error) {
    throw new FoldError(projection.name, event.position, event.type, error)
  }
}

async function foldOnce(
  projection: AnyProjection,
  collection: Documents,
  touched: readonly Touch[],
  erased: ErasureIndex,
  only: ReadonlySet<string> | undefined,
): Promise<readonly string[]> {
  const work = new Map<string, Work>()
  const requested: string[] = []
  for (const { id, event } of touched) {
    if (work.has(id) || (only && !only.has(id))) continue
    work.set(id, { stored: undefined, document: null, position: undefined })
    if (only || !projection.begins?.(event)) requested.push(id)
  }
  const found = await collection.getMany(requested)
  for (const [index, id] of requested.entries()) {
    const stored = found[index]
    if (stored) work.set(id, { stored, document: stored.document, position: undefined })
  }
  for (const { id, event } of touched) {
    const item = work.get(id)
    if (!item || (item.position ?? item.stored?.position ?? '') >= event.position) continue
    item.document = apply(projection, item.document, event, id, erased)
    item.position = event.position
  }
  const changes: Change<Document>[] = []
  for (const [id, { stored, document, position }] of work) {
    if (position === undefined) continue
    changes.push({ id, expected: stored?.position, position, document })
  }
  return changes.length > 0 ? collection.write(changes) : []
}

/** The document after an event; null if it is deleted or its owner is erased. @throws FoldError */
export function apply(
  projection: AnyProjection,
  document: Document | null,
  event: Recorded,
  id: string,
  erased?: ErasureIndex,
): Document | null {
  try {
    const after = projection.apply(document ?? undefined, event, id)
    return after && erased?.isErased(after, event.position) ? null : after
  } catch (error) {
    throw new FoldError(projection.name, event.position, event.type, error)
  }
}

/** Folds one document from one stream. */
export async function foldStream<E extends DomainEvent, D extends Document>(
  store: EventStore,
  projection: Projection<E, D>,
  id: string,
  stream: string,
): Promise<D | undefined> {
  let document: Document | null = null
  for await (const event of store.readStream(stream)) {
    if (projection.keys(event as Recorded<E>).includes(id)) document = apply(projection, document, event, id)
  }
  return (document as D | null) ?? undefined
}

/** Folds all events after a position into one document, skipping those that the document already contains. */
export async function foldFrom<E extends DomainEvent, D extends Document>(
  store: EventStore,
  projection: Projection<E, D>,
  id: string,
  stored: Stored<D> | undefined,
  after: Position,
): Promise<D | undefined> {
  let document: Document | null = stored?.document ?? null
  for await (const event of store.readAll({ after })) {
    if (stored && event.position <= stored.position) continue
    if (keysOf(projection, event).includes(id)) document = apply(projection, document, event, id)
  }
  return (document as D | null) ?? undefined
}
