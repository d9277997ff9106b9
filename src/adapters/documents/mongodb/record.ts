import type { Change, Document, IndexValue, Stored } from '../../../kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Position } from '../../../kernel/position.js'
import { isIndexValue } from '../../../kernel/queryPlan.js'
import { MEMBER_NAME } from '../definition.js'
import { idBytes, valueBytes } from '../values.js'

/** MongoDB takes 16 MiB; the rest is for what stands beside the body. */
const MAX_BODY_BYTES = 15 * 2 ** 20

/**
 * A document as MongoDB keeps it. Its body is JSON text, because BSON would not give all of it back: members with a
 * dot or a dollar, lone surrogates, the order of members. What indexes may ask for stands beside it.
 */
export interface Kept {
  /** The id's bytes, each as the character of its number: MongoDB compares text as it compares bytes. */
  readonly _id: string
  /** JSON of the id, where `_id` does not tell it. */
  readonly id?: string
  readonly position: Position
  /** null is a tombstone. */
  readonly body: string | null
  /** Top level members that sort, each as the bytes of its value. */
  readonly members: { readonly [member: string]: string }
  /** The position of a tombstone. */
  readonly deleted?: Position
  /** Names the call that wrote it last. */
  readonly write: string
}

/** What a document is made of again. */
export const SHOWN = { id: 1, position: 1, body: 1 } as const

const characters = (bytes: Buffer): string => bytes.toString('latin1')

export const idText = (id: string): string => characters(idBytes(id))

export const valueText = (value: IndexValue): string => characters(valueBytes(value))

/** @throws RangeError when the document is larger than MongoDB takes */
export function toKept({ id, position, document }: Change<Document>, write: string): Kept {
  const _id = idText(id)
  const body = document && JSON.stringify(document)
  if (body && body.length > MAX_BODY_BYTES / 3 && Buffer.byteLength(body) > MAX_BODY_BYTES) {
    throw new RangeError(
      `document ${id.slice(0, 100)} has ${Buffer.byteLength(body)} bytes, but MongoDB takes ${MAX_BODY_BYTES}`,
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

const membersOf = (document: Document | null): Kept['members'] =>
  Object.fromEntries(
    Object.entries(document ?? {}).flatMap(([member, value]) =>
      isIndexValue(value) && MEMBER_NAME.test(member) ? [[member, valueText(value)]] : [],
    ),
  )

export function toStored<D extends Document>({ _id, id, position, body }: Kept): Stored<D | null> {
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
