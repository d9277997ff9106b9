import type { Meta, NewEvent, Recorded } from '../../../kernel/envelope.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Position } from '../../../kernel/position.js'
import { isPlace, toPosition } from './position.js'
import { AppendRequest, type BatchAppendReq, type ReadResp, UUID } from './protocol.js'

/** `created` counts tenths of microseconds since the Unix epoch: four digits more than milliseconds. */
const DIGITS_BELOW_MS = 4
/** What JSON of an event has beside the parts: {"type":,"id":"","data":,"meta":} */
const FRAME_BYTES = 33

/** What stands beside the data: the meta, and the time of an event that was brought from another log. */
type Metadata = Meta & { readonly recordedAt?: string }

/** An event as it goes over the wire; nothing that happens to the caller's object later changes it. */
export interface Prepared {
  readonly message: BatchAppendReq.ProposedMessage
  /** As JSON. */
  readonly bytes: number
}

/** @param recordedAt of an event that another log took first: the server has a time of its own for all that it writes */
export function prepare({ id, type, data, meta }: NewEvent, recordedAt?: string): Prepared {
  const metadata: Metadata = recordedAt === undefined ? meta : { ...meta, recordedAt }
  const [dataBytes, metaBytes] = [data, metadata].map((part) => Buffer.from(JSON.stringify(part)))
  const message = new AppendRequest.ProposedMessage()
  message.setId(new UUID().setString(id)).setData(dataBytes!).setCustomMetadata(metaBytes!)
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  const named = id.length + Buffer.byteLength(JSON.stringify(type))
  return { message, bytes: dataBytes!.length + metaBytes!.length + named + FRAME_BYTES }
}

/** What begins with $ is the server's own, and would be left out of every reading. */
export const isName = (text: string): boolean => text !== '' && isWellFormed(text) && !isItsOwn(text)

/** Lone surrogates cannot be told in UTF-8. */
export const isWellFormed = (text: string): boolean => Buffer.from(text).toString() === text

/** @throws RangeError */
export function checkName(what: string, text: string): void {
  if (!isName(text)) {
    const shown = JSON.stringify(text.slice(0, 50))
    throw new RangeError(`${shown} cannot be the name of ${what} in KurrentDB: empty, not Unicode, or begins with $`)
  }
}

/** A message of the server's about one event. */
export interface Read {
  readonly position: Position
  readonly revision: bigint
  /** Undefined when it is one of the server's own. */
  readonly event: Recorded | undefined
  /** What it takes of memory, nearly. */
  readonly bytes: number
}

/** @throws StoreUnavailable when this is not what was once appended: an event is never skipped */
export function decode(read: ReadResp.ReadEvent): Read {
  const event = read.getEvent()
  const place = { commit: event?.getCommitPosition() ?? '', prepare: event?.getPreparePosition() ?? '' }
  if (!event || !isPlace(place)) throw new StoreUnavailable('KurrentDB does not say where an event is in its log')
  const position = toPosition(place)
  const revision = BigInt(event.getStreamRevision())
  const [data, meta] = [event.getData_asU8(), event.getCustomMetadata_asU8()]
  const bytes = data.length + meta.length
  const stream = textOf(event.getStreamIdentifier()!.getStreamName_asU8())
  const type = event.getMetadataMap().get('type')!
  if (isItsOwn(type) || isItsOwn(stream)) return { position, revision, event: undefined, bytes }
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

const isItsOwn = (name: string): boolean => name.startsWith('$')

const timeOf = (created: string): string => new Date(Number(created.slice(0, -DIGITS_BELOW_MS))).toISOString()

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
