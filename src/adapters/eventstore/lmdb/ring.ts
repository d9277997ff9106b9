// The newest events in memory, for subscribers that keep up.
import type { Recorded } from '../../../kernel/envelope.js'

/** Enough for subscribers that keep up; more would only burden the garbage collector with old objects. */
const MAX_EVENTS = 2_048
const MAX_BYTES = 8 * 1024 * 1024
/** Maximum bytes that a reader takes per call, up to one event more: small enough not to block other work. */
const SLICE_BYTES = 1024 * 1024

/** A committed event, its position as a number, and its size in the log. */
export interface RingEntry {
  readonly event: Recorded
  readonly position: number
  readonly bytes: number
}

/** Events after a position that a reader subscribes to. */
interface Taken {
  readonly events: Recorded[]
  /** The last position that was read. */
  readonly to: number
  /** Size of the events in the log. */
  readonly bytes: number
}

/** A subscriber's view of the ring. */
interface RingReader {
  /**
   * Events after a position: at most `limit` positions and about a megabyte; undefined when the next one is not in the
   * ring. The ring releases an event once all its readers of that type have taken it.
   */
  take(position: number, limit: number): Taken | undefined
  /** Whether this is the newest position in the ring. */
  isLast(position: number): boolean
  leave(): void
}

interface Reader {
  at: number
  readonly types: ReadonlySet<string> | undefined
}

/** An event that all its readers have taken. */
const RELEASED = Symbol()

/**
 * The newest events that this process appended, without gaps: subscribers that keep up get these objects and need not
 * decode them. An append by another process makes a gap; the ring then restarts after it. It keeps only events that some
 * reader has not taken yet, because long-lived objects cost the garbage collector most.
 */
export function createRing(maxEvents = MAX_EVENTS, maxBytes = MAX_BYTES) {
  const slots: (RingEntry | typeof RELEASED | undefined)[] = new Array(maxEvents).fill(undefined)
  const readers = new Set<Reader>()
  /** The ring contains positions `first` to `last`; it is empty when `first > last`. */
  let first = 1
  let last = 0
  let bytes = 0

  function release(position: number): void {
    const slot = slots[position % maxEvents]
    if (typeof slot === 'object') bytes -= slot.bytes
    slots[position % maxEvents] = RELEASED
  }

  function dropFirst(): void {
    release(first)
    slots[first++ % maxEvents] = undefined
  }

  function push(entry: RingEntry): void {
    if (entry.position !== last + 1) {
      while (first <= last) dropFirst()
      first = entry.position
    }
    if (entry.position - first >= maxEvents) dropFirst()
    slots[entry.position % maxEvents] = entry
    last = entry.position
    bytes += entry.bytes
    while (bytes > maxBytes) dropFirst()
  }

  function dropRead(): void {
    let read = last
    for (const { at } of readers) read = Math.min(read, at)
    while (first <= read) dropFirst()
  }

  const isWanted = ({ event, position }: RingEntry): boolean => {
    for (const { at, types } of readers) if (at < position && (!types || types.has(event.type))) return true
    return false
  }

  /** Releases the events that a reader has taken, and that no slower reader subscribes to. */
  function releaseBetween(from: number, to: number): void {
    for (let position = Math.max(from, first); position <= to; position++) {
      const slot = slots[position % maxEvents]
      if (typeof slot === 'object' && !isWanted(slot)) release(position)
    }
  }

  /** @param at the reader starts after this position @param types all by default */
  function join(at: number, types?: ReadonlySet<string>): RingReader {
    const reader: Reader = { at, types }
    /** Events up to here may have been released although this reader subscribes to them. */
    const joinedAt = last
    readers.add(reader)
    return {
      take(position, limit) {
        reader.at = position
        if (position + 1 < first || position >= last) return undefined
        const events: Recorded[] = []
        let to = position
        let size = 0
        while (to < last && to < position + limit && size <= SLICE_BYTES) {
          const slot = slots[++to % maxEvents]!
          if (typeof slot === 'object') {
            if (types && !types.has(slot.event.type)) continue
            events.push(slot.event)
            size += slot.bytes
          } else if (!types || to <= joinedAt) return undefined
        }
        reader.at = to
        releaseBetween(position + 1, to)
        dropRead()
        return { events, to, bytes: size }
      },
      isLast: (position) => position === last,
      leave() {
        readers.delete(reader)
        dropRead()
      },
    }
  }

  return { push, join }
}

export type Ring = ReturnType<typeof createRing>
