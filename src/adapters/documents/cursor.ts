import { createHash } from 'node:crypto'
import type { Find } from '../../kernel/ports/documentStore.js'

const CHECK_BYTES = 8
const MAX_CURSOR_CHARACTERS = 4_096
const BASE64URL = /^[A-Za-z0-9_-]*$/
/** Generations of a read model answer the same questions: a page turned while a rebuild goes live is still good. */
const GENERATION = /\.v[0-9]+$/

/** The question that a cursor belongs to, without what may differ from page to page. */
export type Asked = Pick<Find, 'index' | 'equals' | 'reverse'> & {
  readonly collection: string
  readonly members: readonly string[]
}

/** Names the entry that a page ended with, by its key behind what all answers have in common. */
export const toCursor = (asked: Asked, place: Buffer): string =>
  Buffer.concat([checkOf(asked), place]).toString('base64url')

/** @throws RangeError when the cursor is malformed or belongs to another question */
export function fromCursor(asked: Asked, cursor: string): Buffer {
  if (cursor.length <= MAX_CURSOR_CHARACTERS && BASE64URL.test(cursor)) {
    const bytes = Buffer.from(cursor, 'base64url')
    const place = bytes.subarray(CHECK_BYTES)
    if (place.length > 0 && checkOf(asked).equals(bytes.subarray(0, CHECK_BYTES))) return place
  }
  throw new RangeError('this cursor does not belong to this question')
}

function checkOf({ collection, index, members, equals = {}, reverse = false }: Asked): Buffer {
  const values = members.filter((member) => Object.hasOwn(equals, member)).map((member) => equals[member])
  const question = JSON.stringify([collection.replace(GENERATION, ''), index, members, values, reverse])
  return createHash('sha256').update(question).digest().subarray(0, CHECK_BYTES)
}
