import type { Position } from '../../../kernel/position.js'
import type { Archived } from './archived.js'
import type { Events } from './events.js'
import type { EventLog } from './log.js'
import { toPosition } from './position.js'

interface Numbers {
  readonly log: EventLog
  readonly events: Events
  readonly archived: Archived
  /** Numbers of events that are passed over. */
  readonly passed: ReadonlySet<number>
}

/**
 * The position of the last event that was not recorded later than a time, milliseconds since the epoch. `recordedAt`
 * never decreases, so a binary search finds it.
 */
export function positionAt(time: number, { log, events, archived, passed }: Numbers): Position {
  let { earlier, later = log.last() + 1 } = archived.around(time)
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2)
    const readable = readableBetween(middle, later, passed)
    if (readable < later && events.timeOf(readable) <= time) earlier = readable
    else later = middle
  }
  return toPosition(earlier)
}

/** The first number from here that is not passed over, or the end. */
function readableBetween(from: number, end: number, passed: ReadonlySet<number>): number {
  let number = from
  while (number < end && passed.has(number)) number++
  return number
}
