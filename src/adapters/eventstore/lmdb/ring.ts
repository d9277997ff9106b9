import type { Recorded } from '../../../kernel/envelope.js'

/** What projections that keep up have not seen yet; more would only be old objects for the garbage collector. */
const MAX_EVENTS = 2_048
const MAX_BYTES = 8 * 1024 * 1024
/** What a reader takes at once, give or take an event: few enough not to hold up others. */
const SLICE_BYTES = 1024 * 1024

/** A committed event, its place as a number, and what it takes in the log. */
export interface Fresh {
  readonly event: Recorded
  readonly position: number
  readonly bytes: number
}

/** The newest events that follow a position, as far as a reader wants them. */
export interface Taken {
  readonly events: Recorded[]
  /** The last position that was looked at. */
  readonly to: number
}

/** A subscriber's view of the newest events. */
export interface RingReader {
  /**
   * What follows a position, `limit` positions and some megabyte at most; undefined when the next one is not here. It is
   * this reader's then: the ring lets an event go once all its readers that want it have had it.
   */
  take(position: number, limit: number): Taken | undefined
  /** Whether this is the newest event here. */
  isLast(position: number): boolean
  leave(): void
}

interface Reader {
  at: number
  readonly types: ReadonlySet<string> | undefined
}

/** An event that all who want it have had. */
const GONE = Symbol()

/**
 * The newest events of the log that this process wrote, without gaps: subscribers that keep up are handed these very
 * objects and decode nothing. Another process's append makes a gap; then it begins anew behind it. It keeps what one of
 * its readers has yet to see and nothing more: what lives long costs the garbage collector most.
 */
export function createRing(maxEvents = MAX_EVENTS, maxBytes = MAX_BYTES) {
  const slots: (Fresh | typeof GONE | undefined)[] = new Array(maxEvents).fill(undefined)
  const readers = new Set<Reader>()
  /** Positions `first` to `last` are here; empty when `first > last`. */
  let first = 1
  let last = 0
  let bytes = 0

  function letGo(position: number): void {
    const slot = slots[position % maxEvents]
    if (typeof slot === 'object') bytes -= slot.bytes
    slots[position % maxEvents] = GONE
  }

  function dropFirst(): void {
    letGo(first)
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

  const isWanted = ({ event, position }: Fresh): boolean => {
    for (const { at, types } of readers) if (at < position && (!types || types.has(event.type))) return true
    return false
  }

  /** Of what a reader has had, a slower one may want little. */
  function letGoBetween(from: number, to: number): void {
    for (let position = Math.max(from, first); position <= to; position++) {
      const slot = slots[position % maxEvents]
      if (typeof slot === 'object' && !isWanted(slot)) letGo(position)
    }
  }

  /** @param at what is up to there, the reader does not want @param types all, unless it says which */
  function join(at: number, types?: ReadonlySet<string>): RingReader {
    const reader: Reader = { at, types }
    /** What was let go before it came, it might have wanted. */
    const came = last
    readers.add(reader)
    return {
      take(position, limit) {
        reader.at = position
        if (position + 1 < first || position >= last) return undefined
        const events: Recorded[] = []
        let to = position
        for (let size = 0; to < last && to < position + limit && size <= SLICE_BYTES; ) {
          const slot = slots[++to % maxEvents]!
          if (typeof slot === 'object') {
            if (types && !types.has(slot.event.type)) continue
            events.push(slot.event)
            size += slot.bytes
          } else if (!types || to <= came) return undefined
        }
        reader.at = to
        letGoBetween(position + 1, to)
        dropRead()
        return { events, to }
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
