// Cursors of lists: a number, and the list that it belongs to.
import { invalidCursor } from '../../../kernel/cursor.js'
import { sha256 } from '../../../kernel/ids.js'

const CHECK_LENGTH = 12

const checkOf = (list: string): string => sha256(list).slice(0, CHECK_LENGTH)

/** @param list identifies the list, and whose it is */
export const cursorOf = (list: string, place: number): string =>
  Buffer.from(`${checkOf(list)}.${place}`).toString('base64url')

/** @throws Failure VALIDATION_ERROR */
export function placeOf(list: string, cursor: string): number {
  const [, check, place] = /^([0-9a-f]{12})\.(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (check === checkOf(list)) return Number(place)
  throw invalidCursor()
}
