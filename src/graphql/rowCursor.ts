import { invalid } from '../http/contract/problems.js'
import { sha256 } from '../kernel/ids.js'

const CHECK_LENGTH = 12
const MOST_CHARACTERS = 100

/** The list that a cursor belongs to. */
type List = readonly unknown[]

const checkOf = (list: List): string => sha256(JSON.stringify(list)).slice(0, CHECK_LENGTH)

/** A cursor of a list whose places are numbers. */
export const toRowCursor = (list: List, row: number): string =>
  Buffer.from(`${checkOf(list)}${row}`).toString('base64url')

/** @throws Failure VALIDATION_ERROR when it is none, or one of another list */
export function fromRowCursor(list: List, cursor: string): number {
  const text = cursor.length <= MOST_CHARACTERS ? Buffer.from(cursor, 'base64url').toString() : ''
  const row = text.slice(CHECK_LENGTH)
  if (text.startsWith(checkOf(list)) && /^\d{1,9}$/.test(row)) return Number(row)
  throw invalid([{ path: '/after', message: '`after` must be a cursor of this very list', keyword: 'format' }])
}
