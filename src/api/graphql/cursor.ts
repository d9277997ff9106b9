import { sha256 } from '../../kernel/ids.js'
import { invalid } from '../contract/problems.js'

const CHECK_LENGTH = 12
const MOST_CHARACTERS = 200

/** The list that a cursor belongs to. */
type List = readonly unknown[]

const checkOf = (list: List): string => sha256(JSON.stringify(list)).slice(0, CHECK_LENGTH)

/** Names a place of a list, for those who cannot go on by the cursors of the document store. */
export const toCursor = (list: List, place: string): string =>
  Buffer.from(`${checkOf(list)}${place}`).toString('base64url')

/** @throws Failure VALIDATION_ERROR when it is none, or one of another list */
export function fromCursor(list: List, cursor: string): string {
  const text = cursor.length <= MOST_CHARACTERS ? Buffer.from(cursor, 'base64url').toString() : ''
  if (!text.startsWith(checkOf(list))) throw badCursor()
  return text.slice(CHECK_LENGTH)
}

export const badCursor = () =>
  invalid([{ path: '/after', message: '`after` is not a cursor of this list', keyword: 'format' }])
