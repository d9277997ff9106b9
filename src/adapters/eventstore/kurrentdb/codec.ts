import type { Meta, NewEvent, Recorded } from '../../../kernel/envelope.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Position } from '../../../kernel/position.js'
import { isPlace, toPosition } from './position.js'
import { AppendRequest, type BatchAppendReq, type ReadResp, UUID } from './protocol.js'

/** `created` is in units of 100 ns since the Unix epoch: four digits more than milliseconds. */
const DIGITS_BELOW_MS = 4
/** Bytes of an event's JSON besides its parts: {"type":,"id":"","data":,"meta":} */
const FRAME_BYTES = 33

/** Custom metadata of an event: its meta, and the original time if it was imported from another log. */
type Metadata = Meta & { readonly recordedAt?: string }

/** An event in its wire format; later changes of the caller's object do not affect it. */
export interface Prepared {
  readonly message: BatchAppendReq.ProposedMessage
  /** Size as JSON. */
  readonly bytes: number
}

/** @param recordedAt original time of an event imported from another log; the server assigns its own time to each write */
export function prepare({ id, type, data, meta }: NewEvent, recordedAt?: string): Prepared {
  const metadata: Metadata = recordedAt === undefined ? meta : { ...meta, recordedAt }
  const [dataBytes, metaBytes] = [data, metadata].map((part) => Buffer.from(JSON.stringify(part)))
  const message = new AppendRequest.ProposedMessage()
  message.setId(new UUID().setString(id)).setData(dataBytes!).setCustomMetadata(metaBytes!)
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  const named = id.length + Buffer.byteLength(JSON.stringify(type))
  return { message, bytes: dataBytes!.length + metaBytes!.length + named + FRAME_BYTES }
}

/** Names that start with $ are reserved for the server, and excluded from all reads. */
export const isName = (text: string): boolean => text !== '' && isWellFormed(text) && !isReserved(text)

/** Whether a text has no lone surrogates, which UTF-8 cannot represent. */
export const isWellFormed = (text: string): boolean => Buffer.from(text).toString() === text

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
export interface ReadEvent {
  readonly position: Position
  readonly revision: bigint
  /** undefined for an event that the server wrote for itself. */
  readonly event: Recorded | undefined
  /** Approximate size in memory. */
  readonly bytes: number
}

/** @throws StoreUnavailable when the event is not one that mailproof wrote: an event is never skipped */
export function decode(read: ReadResp.ReadEvent): ReadEvent {
  const event = read.getEvent()
  const place = { commit: event?.getCommitPosition() ?? '', prepare: event?.getPreparePosition() ?? '' }
  if (!event || !isPlace(place)) throw new StoreUnavailable('KurrentDB sent an event without its position')
  const position = toPosition(place)
  const revision = BigInt(event.getStreamRevision())
  const [data, meta] = [event.getData_asU8(), event.getCustomMetadata_asU8()]
  const bytes = data.length + meta.length
  const stream = textOf(event.getStreamIdentifier()!.getStreamName_asU8())
  const type = event.getMetadataMap().get('type')!
  if (isReserved(type) || isReserved(stream)) return { position, revision, event: undefined, bytes }
  try {
    const id = event.getId()!.getString()
    const own = timeOf(event.getMetadataMap().get('created')!)
    const content = { data: JSON.parse(textOf(data)), ...unpacked(JSON.parse(textOf(meta)), own) }
    return { position, revision, event: { id, type, stream, revision, position, ...content }, bytes }
  } catch (cause) {
    throw new StoreUnavailable(`the event at ${position} cannot be read: mailproof did not write it`, { cause })
  }
}

function unpacked(metadata: Metadata, own: string): Pick<Recorded, 'recordedAt' | 'meta'> {
  if (metadata.recordedAt === undefined) return { recordedAt: own, meta: metadata }
  const { recordedAt, ...meta } = metadata
  return { recordedAt, meta }
}

const isReserved = (name: string): boolean => name.startsWith('$')

const timeOf = (created: string): string => new Date(Number(created.slice(0, -DIGITS_BELOW_MS))).toISOString()

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
