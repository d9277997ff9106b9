import { InvalidArgumentError } from 'commander'
import { isPosition, type Position } from '../kernel/position.js'

/** Parses a position of the log. @throws InvalidArgumentError */
export function position(text: string): Position {
  if (!isPosition(text)) throw new InvalidArgumentError('Must be a position: 32 hexadecimal digits.')
  return text
}
