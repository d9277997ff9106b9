import type { Position as Place } from '@kurrent/kurrentdb-client'
import { isPosition, type Position } from '../../../../kernel/position.js'

export type { Place }

const WORD = 16
/** Positions in the server's log are signed 64-bit numbers. */
const LAST_PLACE = 2n ** 63n - 1n

/** In this store a position is the commit position, then the prepare position. */
export function toPosition({ commit, prepare }: Place): Position {
  const first = word(commit)
  return first + (prepare === commit ? first : word(prepare))
}

const word = (number: bigint) => number.toString(16).padStart(WORD, '0')

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

function place(digits: string): bigint {
  const number = BigInt(`0x${digits}`)
  return number > LAST_PLACE ? LAST_PLACE : number
}

/** Whether the server sent a known position; for an unknown one it sends the maximum unsigned number. */
export const isPlace = ({ commit, prepare }: Place): boolean => commit <= LAST_PLACE && prepare <= LAST_PLACE
