import type { Recorded } from '../../../kernel/envelope.js'

/** What projections that keep up have not seen yet; more would only be old objects for the garbage collector. */
const MAX_EVENTS = 2_048
const MAX_BYTES = 8 * 1024 * 1024

/** A committed event, its place as a number, and what it takes in the log. */
export interface Fresh {
  readonly event: Recorded
  readonly position: number
  readonly bytes: number
}

/**
 * The newest events of the log that this process wrote, without gaps: subscribers that keep up are handed these very
 * objects and decode nothing. Another process's append makes a gap; then it begins anew behind it.
 */
export function createRing(maxEvents = MAX_EVENTS, maxBytes = MAX_BYTES) {
  const slots: (Fresh | undefined)[] = new Array(maxEvents).fill(undefined)
  /** Positions `first` to `last` are here; empty when `first > last`. */
  let first = 1
  let last = 0
  let bytes = 0

  function dropFirst(): void {
    bytes -= slots[first % maxEvents]!.bytes
    slots[first++ % maxEvents] = undefined
  }

  function push(fresh: Fresh): void {
    if (fresh.position !== last + 1) {
      while (first <= last) dropFirst()
      first = fresh.position
    }
    if (fresh.position - first >= maxEvents) dropFirst()
    slots[fresh.position % maxEvents] = fresh
    last = fresh.position
    bytes += fresh.bytes
    while (bytes > maxBytes) dropFirst()
  }

  return {
    push,
    /** The events that follow a position, at most `limit`; undefined when the next one is not here. */
    after(position: number, limit: number): Recorded[] | undefined {
      if (position + 1 < first || position >= last) return undefined
      const events: Recorded[] = []
      for (let at = position + 1; at <= last && events.length < limit; at++) events.push(slots[at % maxEvents]!.event)
      return events
    },
  }
}

export type Ring = ReturnType<typeof createRing>
