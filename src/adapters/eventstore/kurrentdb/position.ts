import { isPosition, type Position } from '../../../kernel/position.js'

const WORD = 16
/** Positions in the server's log are signed 64-bit numbers. */
const LAST_PLACE = 2n ** 63n - 1n

/** An event's position as KurrentDB represents it: two decimal numbers. */
export interface Place {
  readonly commit: string
  readonly prepare: string
}

/** In this store a position is the commit position, then the prepare position. */
export function toPosition({ commit, prepare }: Place): Position {
  const first = word(commit)
  return first + (prepare === commit ? first : word(prepare))
}

/** Numbers of up to this many digits are exact without bigints, which are slow for each event. */
const EXACT_DIGITS = 15

const word = (decimal: string) =>
  (decimal.length <= EXACT_DIGITS ? Number(decimal) : BigInt(decimal)).toString(16).padStart(WORD, '0')

/** @throws RangeError when the text is not a position */
export function checkPosition(position: Position): Position {
  if (!isPosition(position)) throw new RangeError(`not a position: ${JSON.stringify(position).slice(0, 50)}`)
  return position
}

/** Positions above the server's maximum become that maximum. */
export function toPlace(position: Position): Place {
  const [commit, prepare] = [position.slice(0, WORD), position.slice(WORD)].map(place)
  return { commit: commit!, prepare: prepare! }
}

function place(digits: string): string {
  const number = BigInt(`0x${digits}`)
  return String(number > LAST_PLACE ? LAST_PLACE : number)
}

/** Whether the server sent a known position; for an unknown one it sends the maximum unsigned number. */
export const isPlace = ({ commit, prepare }: Place): boolean => isReachable(commit) && isReachable(prepare)

const isReachable = (decimal: string) =>
  decimal !== '' && (decimal.length <= EXACT_DIGITS || BigInt(decimal) <= LAST_PLACE)
