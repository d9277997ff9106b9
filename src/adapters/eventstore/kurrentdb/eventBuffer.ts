import type { Recorded } from '../../../kernel/envelope.js'
import type { Slice } from '../../../kernel/ports/eventStore.js'
import type { Position } from '../../../kernel/position.js'

/** At most this much waits to be taken: then nothing more is let in. */
const MAX_EVENTS = 1_000
const MAX_BYTES = 1024 * 1024

/** What has come of a subscription and was not taken yet; a slice is all of it. */
export interface EventBuffer {
  event(event: Recorded | undefined, position: Position, bytes: number): void
  /** All up to here was looked at. */
  reached(position: Position): void
  caughtUp(position: Position): void
  isFull(): boolean
  /** Undefined when there is nothing to tell. */
  take(): Slice | undefined
}

export function createEventBuffer(after: Position): EventBuffer {
  let events: Recorded[] = []
  let bytes = 0
  let position = after
  let told = after
  let live = false
  let news = false

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
      news ||= !live
      live = true
    },
    take() {
      if (events.length === 0 && position === told && !news) return undefined
      // There may be more behind what fills it.
      const slice = { events, position, caughtUp: live && !isFull() }
      told = position
      events = []
      bytes = 0
      news = false
      return slice
    },
  }
}
