import { isPosition, type Position } from '../../../kernel/position.js'
import { MAX_NUMBER } from '../../lmdb/bytes.js'

/** In this store a position is the number of the event, from 1. */
export const toPosition = (number: number): Position => number.toString(16).padStart(32, '0')

/** @throws RangeError when the text is not a position */
export function toNumber(position: Position): number {
  if (!isPosition(position)) throw new RangeError(`not a position: ${JSON.stringify(position).slice(0, 50)}`)
  return Math.min(Number.parseInt(position, 16), MAX_NUMBER - 1)
}
