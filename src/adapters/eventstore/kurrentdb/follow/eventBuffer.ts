// The received events of a subscription until its consumer takes them.
import type { Recorded } from '../../../../kernel/envelope.js'
import type { Slice } from '../../../../kernel/ports/eventStore.js'
import type { Position } from '../../../../kernel/position.js'

/** Above these limits the subscription is paused until the buffer is taken. */
const MAX_EVENTS = 1_000
const MAX_BYTES = 1024 * 1024

/** Received events of a subscription that were not taken yet; a slice takes all of them. */
export interface EventBuffer {
  event(event: Recorded | undefined, position: Position, bytes: number): void
  /** The server has processed everything up to here. */
  reached(position: Position): void
  caughtUp(position: Position): void
  /** The server has more events than it could send. */
  fellBehind(): void
  isFull(): boolean
  /** undefined when there is nothing new. */
  take(): Slice | undefined
}

export function createEventBuffer(after: Position): EventBuffer {
  let events: Recorded[] = []
  let bytes = 0
  let position = after
  let reported = after
  let live = false
  let hasNews = false

  const isFull = () => events.length >= MAX_EVENTS || bytes >= MAX_BYTES
  const reached = (to: Position) => {
    if (to > position) position = to
  }

  return {
    reached,
    isFull,
    event(event, at, size) {
      reached(at)
      bytes += size
      if (event) events.push(event)
    },
    caughtUp(to) {
      reached(to)
      hasNews ||= !live
      live = true
    },
    fellBehind() {
      live = false
    },
    take() {
      if (events.length === 0 && position === reported && !hasNews) return undefined
      // If the buffer is full, more events may follow.
      const slice = { events, position, caughtUp: live && !isFull(), bytes }
      reported = position
      events = []
      bytes = 0
      hasNews = false
      return slice
    },
  }
}
