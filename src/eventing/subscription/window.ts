// The newest slices of a shared subscription, until all its readers have taken them.
import type { Recorded } from '../../kernel/envelope.js'
import type { Slice } from '../../kernel/ports/eventStore.js'
import type { Position } from '../../kernel/position.js'

/** Limits of the events that are kept for slow readers. */
const MAX_EVENTS = 4_000
const MAX_BYTES = 8 * 1024 * 1024
/** Limits of a slice that a reader takes: it may exceed the second one by a slice of the store. */
const SLICE_EVENTS = 1_000
const SLICE_BYTES = 1024 * 1024

/** A reader of a window. */
export interface WindowReader {
  /** The window contains everything after this position that the reader has not taken. */
  readonly from: Position
  /** Whether events that it has not taken have been dropped. */
  isEvicted(): boolean
  hasMore(): boolean
  /** Takes what has arrived since the last call, up to a limit; undefined if there is nothing, or if it is evicted. */
  take(): Slice | undefined
  leave(): void
}

/**
 * The newest slices of a subscription, in order. A slice is dropped once every reader has taken it, or when the window is
 * full: readers that have not taken it are then evicted.
 */
export function createWindow(start: Position, maxEvents = MAX_EVENTS, maxBytes = MAX_BYTES) {
  const slices: Slice[] = []
  /** Number of the first slice in the window, counted from its creation. */
  let first = 0
  let position = start
  let events = 0
  let bytes = 0

  interface Reader {
    readonly types: ReadonlySet<string> | undefined
    /** Number of the next slice that it takes. */
    next: number
  }
  const readers = new Set<Reader>()

  const end = () => first + slices.length

  function dropFirst(): void {
    const dropped = slices.shift()!
    first++
    events -= dropped.events.length
    bytes -= dropped.bytes
  }

  function dropTaken(): void {
    let least = end()
    for (const { next } of readers) if (next >= first && next < least) least = next
    while (first < least) dropFirst()
  }

  const isEvicted = (reader: Reader) => !readers.has(reader) || reader.next < first

  function take(reader: Reader): Slice | undefined {
    if (isEvicted(reader)) return undefined
    const taken: Slice[] = []
    let size = 0
    let count = 0
    for (; reader.next < end(); reader.next++) {
      const slice = slices[reader.next - first]!
      const wanted = wantedOf(slice, reader.types)
      if (taken.length > 0 && (count + wanted.events.length > SLICE_EVENTS || size >= SLICE_BYTES)) break
      taken.push(wanted)
      count += wanted.events.length
      if (wanted.events.length > 0) size += slice.bytes
    }
    const isNewest = reader.next === end()
    dropTaken()
    return merged(taken, isNewest)
  }

  return {
    /** Position of the last slice. */
    position: (): Position => position,
    /** Adds a slice; drops the oldest ones if the window is full. */
    push(slice: Slice): void {
      position = slice.position
      slices.push(slice)
      events += slice.events.length
      bytes += slice.bytes
      // The newest slice stays, whatever its size.
      while (slices.length > 1 && (events > maxEvents || bytes > maxBytes)) dropFirst()
    },
    /** @param types all by default */
    join(types?: ReadonlySet<string>): WindowReader {
      const reader: Reader = { types, next: end() }
      const from = position
      readers.add(reader)
      return {
        from,
        isEvicted: () => isEvicted(reader),
        hasMore: () => reader.next < end(),
        take: () => take(reader),
        leave() {
          readers.delete(reader)
          dropTaken()
        },
      }
    },
    /** Evicts all readers. */
    evictAll(): void {
      readers.clear()
    },
    /** Number of slices that are kept. */
    kept: (): number => slices.length,
    /** Number of readers. */
    size: (): number => readers.size,
  }
}

function wantedOf(slice: Slice, types: ReadonlySet<string> | undefined): Slice {
  return types ? { ...slice, events: slice.events.filter(({ type }) => types.has(type)) } : slice
}

function merged(slices: readonly Slice[], isNewest: boolean): Slice | undefined {
  const last = slices.at(-1)
  if (!last) return undefined
  if (slices.length === 1) return { ...last, caughtUp: last.caughtUp && isNewest }
  const events: Recorded[] = []
  let bytes = 0
  for (const slice of slices) {
    for (const event of slice.events) events.push(event)
    bytes += slice.bytes
  }
  return { events, bytes, position: last.position, caughtUp: last.caughtUp && isNewest }
}
