import { invalidCursor } from '../../kernel/cursor.js'
import { sha256 } from '../../kernel/ids.js'

const CHECK_LENGTH = 12
const MAX_CURSOR_LENGTH = 200

/** Identifies the list that a cursor belongs to. */
type List = readonly unknown[]

const checkOf = (list: List): string => sha256(JSON.stringify(list)).slice(0, CHECK_LENGTH)

/** Creates an opaque cursor for lists that cannot use the document store's cursors. */
export const encodeListCursor = (list: List, key: string): string =>
  Buffer.from(`${checkOf(list)}${key}`).toString('base64url')

/** The key in a cursor. @throws Failure VALIDATION_ERROR if it is malformed or belongs to another list */
export function decodeListCursor(list: List, cursor: string): string {
  const text = cursor.length <= MAX_CURSOR_LENGTH ? Buffer.from(cursor, 'base64url').toString() : ''
  if (!text.startsWith(checkOf(list))) throw invalidCursor()
  return text.slice(CHECK_LENGTH)
}
