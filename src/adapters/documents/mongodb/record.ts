import type { Change, Document, IndexValue, Stored } from '../../../kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Position } from '../../../kernel/position.js'
import { isIndexValue } from '../../../kernel/queryPlan.js'
import { MEMBER_NAME } from '../definition.js'
import { idBytes, valueBytes } from '../values.js'

/** MongoDB's limit is 16 MiB; the remainder is for the other fields. */
const MAX_BODY_BYTES = 15 * 2 ** 20

/**
 * A document as stored in MongoDB. Its body is JSON text, because BSON would not preserve it exactly: members with a dot
 * or a dollar, lone surrogates, the order of members. Members that indexes may use are stored separately.
 */
export interface DocumentRecord {
  /** The id's bytes as Latin-1 text: MongoDB compares it byte by byte. */
  readonly _id: string
  /** JSON of the id, if it cannot be restored from `_id`. */
  readonly id?: string
  readonly position: Position
  /** null is a tombstone. */
  readonly body: string | null
  /** Top-level members that indexes may use, each as the bytes of its value. */
  readonly members: { readonly [member: string]: string }
  /** The position of a tombstone. */
  readonly deleted?: Position
  /** Id of the call that wrote it last. */
  readonly write: string
}

/** The fields from which a document is restored. */
export const PROJECTION = { id: 1, position: 1, body: 1 } as const

const characters = (bytes: Buffer): string => bytes.toString('latin1')

export const idText = (id: string): string => characters(idBytes(id))

export const valueText = (value: IndexValue): string => characters(valueBytes(value))

/** @throws RangeError when the document is too large for MongoDB */
export function toRecord({ id, position, document }: Change<Document>, write: string): DocumentRecord {
  const _id = idText(id)
  const body = document && JSON.stringify(document)
  if (body && body.length > MAX_BODY_BYTES / 3 && Buffer.byteLength(body) > MAX_BODY_BYTES) {
    throw new RangeError(
      `document ${id.slice(0, 100)} has ${Buffer.byteLength(body)} bytes, but at most ${MAX_BODY_BYTES} are allowed`,
    )
  }
  return {
    _id,
    ...(toId(_id) !== id && { id: JSON.stringify(id) }),
    position,
    body,
    members: membersOf(document),
    ...(!document && { deleted: position }),
    write,
  }
}

const toId = (_id: string): string => Buffer.from(_id, 'latin1').toString()

const membersOf = (document: Document | null): DocumentRecord['members'] =>
  Object.fromEntries(
    Object.entries(document ?? {}).flatMap(([member, value]) =>
      isIndexValue(value) && MEMBER_NAME.test(member) ? [[member, valueText(value)]] : [],
    ),
  )

export function toStored<D extends Document>({ _id, id, position, body }: DocumentRecord): Stored<D | null> {
  try {
    return {
      id: id === undefined ? toId(_id) : JSON.parse(id),
      position,
      document: body === null ? null : JSON.parse(body),
    }
  } catch (error) {
    throw new StoreUnavailable(`a document is damaged: ${position}`, { cause: error })
  }
}
