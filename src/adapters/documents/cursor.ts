import { createHash } from 'node:crypto'
import type { Find } from '../../kernel/ports/documentStore.js'

const CHECKSUM_BYTES = 8
const MAX_CURSOR_CHARACTERS = 4_096
const BASE64URL = /^[A-Za-z0-9_-]*$/
/** All generations of a read model share cursors: a cursor stays valid when a rebuild goes live. */
const GENERATION = /\.v[0-9]+$/

/** The query that a cursor belongs to, without what may differ between pages. */
type CursorQuery = Pick<Find, 'index' | 'equals' | 'reverse'> & {
  readonly collection: string
  readonly members: readonly string[]
}

/**
 * A cursor to continue after an entry.
 * @param position the entry's key without the prefix that all results share
 */
export const toCursor = (query: CursorQuery, position: Buffer): string =>
  Buffer.concat([checksumOf(query), position]).toString('base64url')

/** @throws RangeError when the cursor is malformed or belongs to another query */
export function fromCursor(query: CursorQuery, cursor: string): Buffer {
  if (cursor.length <= MAX_CURSOR_CHARACTERS && BASE64URL.test(cursor)) {
    const bytes = Buffer.from(cursor, 'base64url')
    const position = bytes.subarray(CHECKSUM_BYTES)
    if (position.length > 0 && checksumOf(query).equals(bytes.subarray(0, CHECKSUM_BYTES))) return position
  }
  throw new RangeError('this cursor does not belong to this query')
}

function checksumOf({ collection, index, members, equals = {}, reverse = false }: CursorQuery): Buffer {
  const values = members.filter((member) => Object.hasOwn(equals, member)).map((member) => equals[member])
  const query = JSON.stringify([collection.replace(GENERATION, ''), index, members, values, reverse])
  return createHash('sha256').update(query).digest().subarray(0, CHECKSUM_BYTES)
}
