// How a document is stored in MongoDB, and read back.
import { crc32 } from 'node:zlib'
import { BSON } from 'mongodb'
import { type Change, DamagedDocument, type Document, type Stored } from '../../../kernel/ports/documentStore.js'
import type { Position } from '../../../kernel/position.js'
import { isOldRecord, type OldRecord, toStoredFromOld } from './oldRecord.js'
import type { TimeConversion } from './times.js'

/** MongoDB's limit is 16 MiB; the remainder is for `_mailproof`. */
const MAX_BYTES = 15 * 2 ** 20
/** The size of BSON is computed only for larger JSON. */
const CERTAINLY_SMALL_CHARACTERS = MAX_BYTES / 8

/** The member for everything that does not belong to the document itself. */
export const INTERNAL = '_mailproof'

/**
 * A document as stored in MongoDB: its members under their own names, times as dates, and the adapter's data in one
 * member. A tombstone has no other members.
 */
export interface DocumentRecord {
  readonly _id: string
  readonly [INTERNAL]: {
    readonly position: Position
    /** Id of the call that wrote it last. */
    readonly write: string
    /** Checksum of position and document: reveals changes by other programs. */
    readonly check: number
    /** The position of a tombstone. */
    readonly deleted?: Position
  }
  readonly [member: string]: unknown
}

/** @throws RangeError when the document is too large for MongoDB */
export function toRecord(
  { id, position, document }: Change<Document>,
  write: string,
  times: TimeConversion,
): DocumentRecord {
  const text = textOf(document)
  const members = document && times.encode(document)
  if (members && text.length > CERTAINLY_SMALL_CHARACTERS) checkSize(id, members)
  const check = checksumOf(position, text)
  return { _id: id, ...members, [INTERNAL]: { position, write, check, ...(!document && { deleted: position }) } }
}

function checkSize(id: string, members: Document): void {
  const bytes = BSON.calculateObjectSize(members, { ignoreUndefined: true })
  if (bytes <= MAX_BYTES) return
  throw new RangeError(`document ${id.slice(0, 100)} has ${bytes} bytes, but at most ${MAX_BYTES} are allowed`)
}

/** A text for the checksum, which does not depend on the order of the members: not every server keeps it. */
function textOf(document: Document | null): string {
  if (!document) return 'null'
  let text = ''
  for (const name of Object.keys(document).sort()) {
    const value = JSON.stringify(document[name])
    if (value !== undefined) text += `${name}:${value},`
  }
  return text
}

/** CRC-32 as a signed integer, which BSON stores in four bytes. */
const checksumOf = (position: Position, text: string): number => crc32(text, crc32(position)) | 0

/**
 * Decodes a record.
 * @param place name of the MongoDB collection, for the error
 * @throws DamagedDocument when another program has written or changed it
 */
export function toStored<D extends Document>(
  record: DocumentRecord | OldRecord,
  times: TimeConversion,
  place: string,
): Stored<D | null> {
  if (isOldRecord(record)) return toStoredFromOld<D>(record, place)
  const { _id: id, [INTERNAL]: internal, ...members } = record
  const document = internal?.deleted === undefined ? times.decode(members) : null
  if (typeof internal?.position === 'string' && internal.check === checksumOf(internal.position, textOf(document)))
    return { id, position: internal.position, document: document as D | null }
  throw new DamagedDocument(
    `${place}: another program has changed the document ${JSON.stringify(id)}. ${adviceFor(place)}`,
  )
}

const GENERATION = /^documents\.(.*)-v\d+$/

function adviceFor(place: string): string {
  const model = GENERATION.exec(place)?.[1]
  return model === undefined
    ? 'Restore it from a backup'
    : `Run \`mailproof projections rebuild ${model}\` to restore it from the log`
}
