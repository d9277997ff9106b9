// Our events in KurrentDB's format, and back.
import { createHash } from 'node:crypto'
import type { RecordedEvent } from '@kurrent/kurrentdb-client'
import { createIso } from '../../../../kernel/clock.js'
import type { Meta, NewEvent, Recorded } from '../../../../kernel/envelope.js'
import { StoreUnavailable, UnreadableEvent } from '../../../../kernel/ports/eventStore.js'
import type { Position } from '../../../../kernel/position.js'
import type { EncodedEvent } from '../connect/appendMessages.js'
import { jsonSize } from './jsonSize.js'
import { type Naming, streamOf } from './naming.js'
import { isPlace, toPosition } from './position.js'

/** Bytes of an event's JSON besides its parts: {"type":,"id":"","data":,"meta":} */
const FRAME_BYTES = 33

/** An event in the server's format; later changes of the caller's object do not affect it. */
export interface Prepared {
  readonly event: EncodedEvent
  /** Size as JSON. */
  readonly bytes: number
}

/**
 * Names in the metadata on the server that differ from ours: KurrentDB's own projection `$by_correlation_id` reads them.
 * Logs begun before they were written have our names, or both.
 */
const RENAMED: { readonly [name: string]: string } = { correlationId: '$correlationId', causationId: '$causationId' }
const OUR_NAMES = Object.fromEntries(Object.entries(RENAMED).map(([ours, theirs]) => [theirs, ours]))

/** Metadata of an event on the server, and its original time if it was imported from another log. */
type Metadata = { readonly [name: string]: string }

interface Prepare {
  /** Original time of an event imported from another log; the server assigns its own time to each write. */
  readonly recordedAt?: string
  /** Also writes the names that older releases read. */
  readonly bothNames?: boolean
}

export function prepare({ id, type, data, meta }: NewEvent, { recordedAt, bothNames }: Prepare = {}): Prepared {
  const metadata = {
    ...(bothNames && meta),
    ...renamed(meta, RENAMED),
    ...(recordedAt !== undefined && { recordedAt }),
  }
  const event = { id, type, data: encoded(data), metadata: encoded(metadata) }
  const names = Buffer.byteLength(JSON.stringify(type)) + id.length
  return { event, bytes: FRAME_BYTES + names + event.data.length + event.metadata.length }
}

const encoded = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/** Names that start with $ are reserved for the server, and excluded from all reads. */
export const isName = (text: string): boolean => text !== '' && isWellFormed(text) && !isReserved(text)

/** Whether a text has no lone surrogates, which UTF-8 cannot represent. */
const isWellFormed = (text: string): boolean => Buffer.from(text).toString() === text

/** @throws RangeError */
export function checkName(what: string, text: string): void {
  if (!isName(text)) {
    const shown = JSON.stringify(text.slice(0, 50))
    throw new RangeError(
      `${shown} cannot be the name of ${what} in KurrentDB: it is empty, not valid Unicode, or starts with $`,
    )
  }
}

/** An event as read from the server. */
interface ReadEvent {
  readonly position: Position
  readonly revision: bigint
  /** undefined for an event that is not ours: the server's own, or another program's. */
  readonly event: Recorded | undefined
  /** Approximate size in memory. */
  readonly bytes: number
}

export type Decode = (read: RecordedEvent) => ReadEvent

const iso = createIso()

/**
 * @param onForeign called with an event in one of our streams whose type is not ours
 * @param passed positions of unreadable events that are passed over
 * @throws UnreadableEvent (from the result) for an event of our type that is not readable: such an event is never skipped
 */
export function createDecode(
  naming: Naming,
  onForeign: (event: { type: string; stream: string }) => void,
  passed?: ReadonlySet<Position>,
): Decode {
  return (read) => {
    const { id, type, streamId, revision, position: place } = read
    if (!place || !isPlace(place)) throw new StoreUnavailable('KurrentDB sent an event without its position')
    const position = toPosition(place)
    const other = { position, revision, event: undefined, bytes: 0 }
    const stream = isReserved(type) || isReserved(streamId) ? undefined : streamOf(naming, streamId)
    if (stream === undefined || passed?.has(position)) return other
    if (naming.categories && !naming.categories.has(type)) {
      onForeign({ type, stream: streamId })
      return other
    }
    const content = contentOf(read)
    if (!content) throw new UnreadableEvent({ position, stream, type, sha256: sha256Of(read) })
    const bytes = jsonSize(content.data) + jsonSize(content.meta)
    return { position, revision, event: { id, type, stream, revision, position, ...content }, bytes }
  }
}

/** undefined unless data and metadata are our JSON. The client returns JSON that it cannot parse as text or bytes. */
function contentOf(read: RecordedEvent): Pick<Recorded, 'recordedAt' | 'data' | 'meta'> | undefined {
  const { isJson, data, metadata, created } = read
  if (!isJson || typeof data === 'string' || !isMetadata(metadata)) return undefined
  const { recordedAt = iso(created.getTime()) } = metadata
  // A name that is written in both forms has one value.
  const meta: Partial<Meta> = renamed(metadata, OUR_NAMES, 'recordedAt')
  if (meta.correlationId === undefined || meta.causationId === undefined) return undefined
  return { recordedAt, data, meta: meta as Meta }
}

/** SHA-256 of an event's data, then of its metadata, each as received; JSON as the client parsed it. */
function sha256Of({ data, metadata }: RecordedEvent): string {
  const hash = createHash('sha256')
  for (const part of [data, metadata] as readonly unknown[]) {
    hash.update(part instanceof Uint8Array || typeof part === 'string' ? part : (JSON.stringify(part) ?? ''))
  }
  return hash.digest('hex')
}

/** The same members in the same order, except one, under other names. */
function renamed(members: Meta | Metadata, names: { readonly [name: string]: string }, without?: string): Metadata {
  const result: { [name: string]: string } = {}
  for (const name in members) if (name !== without) result[names[name] ?? name] = (members as Metadata)[name]!
  return result
}

const isMetadata = (metadata: unknown): metadata is Metadata =>
  typeof metadata === 'object' && metadata !== null && !(metadata instanceof Uint8Array) && !Array.isArray(metadata)

const isReserved = (name: string): boolean => name.startsWith('$')
