import { isPosition, type Position } from '../../../kernel/position.js'

const WORD = 16
/** Places in the server's files are signed numbers of 64 bits. */
const LAST_PLACE = 2n ** 63n - 1n

/** Where an event is, as KurrentDB says it: two numbers in decimal. */
export interface Place {
  readonly commit: string
  readonly prepare: string
}

/** In this store a position is the commit position, then the prepare position. */
export function toPosition({ commit, prepare }: Place): Position {
  const first = word(commit)
  return first + (prepare === commit ? first : word(prepare))
}

/** Numbers of so many digits are exact without bigints, which cost much for each event. */
const EXACT_DIGITS = 15

const word = (decimal: string) =>
  (decimal.length <= EXACT_DIGITS ? Number(decimal) : BigInt(decimal)).toString(16).padStart(WORD, '0')

/** @throws RangeError when the text is no position */
export function checkPosition(position: Position): Position {
  if (!isPosition(position)) throw new RangeError(`not a position: ${JSON.stringify(position).slice(0, 50)}`)
  return position
}

/** A position that no server can ever reach becomes the last that it could. */
export function toPlace(position: Position): Place {
  const [commit, prepare] = [position.slice(0, WORD), position.slice(WORD)].map(place)
  return { commit: commit!, prepare: prepare! }
}

function place(digits: string): string {
  const number = BigInt(`0x${digits}`)
  return String(number > LAST_PLACE ? LAST_PLACE : number)
}

/** Whether the server said a place at all; where it does not know, it says the highest number there is. */
export const isPlace = ({ commit, prepare }: Place): boolean => isReachable(commit) && isReachable(prepare)

const isReachable = (decimal: string) =>
  decimal !== '' && (decimal.length <= EXACT_DIGITS || BigInt(decimal) <= LAST_PLACE)
