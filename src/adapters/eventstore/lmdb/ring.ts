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

/** A subscriber's view of the newest events. */
export interface RingReader {
  /**
   * The events that follow a position, at most `limit`; undefined when the next one is not here. They are this reader's
   * then: the ring lets them go once all its readers have had them.
   */
  take(position: number, limit: number): Recorded[] | undefined
  leave(): void
}

/**
 * The newest events of the log that this process wrote, without gaps: subscribers that keep up are handed these very
 * objects and decode nothing. Another process's append makes a gap; then it begins anew behind it. It keeps what one of
 * its readers has yet to see and nothing more: what lives long costs the garbage collector most.
 */
export function createRing(maxEvents = MAX_EVENTS, maxBytes = MAX_BYTES) {
  const slots: (Fresh | undefined)[] = new Array(maxEvents).fill(undefined)
  const readers = new Set<{ at: number }>()
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

  function dropRead(): void {
    let read = last
    for (const { at } of readers) read = Math.min(read, at)
    while (first <= read) dropFirst()
  }

  /** @param at what is up to there, the reader does not want */
  function join(at: number): RingReader {
    const reader = { at }
    readers.add(reader)
    return {
      take(position, limit) {
        reader.at = position
        if (position + 1 < first || position >= last) return undefined
        const events: Recorded[] = []
        for (let next = position + 1; next <= last && events.length < limit; next++)
          events.push(slots[next % maxEvents]!.event)
        reader.at = position + events.length
        dropRead()
        return events
      },
      leave() {
        readers.delete(reader)
        dropRead()
      },
    }
  }

  return { push, join }
}

export type Ring = ReturnType<typeof createRing>
