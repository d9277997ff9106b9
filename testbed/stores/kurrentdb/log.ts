// The log of the stand-in for KurrentDB, in memory.
import { createChance } from '../../chance.js'

/** An event as received over the network, and as stored. */
export interface Proposed {
  readonly id: string
  readonly type: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
  readonly contentType?: string
}

export interface Kept extends Proposed {
  readonly stream: string
  readonly revision: bigint
  /** Start of its record, in bytes: both commit and prepare position. */
  readonly position: bigint
  /** Tenths of microseconds since the Unix epoch. */
  readonly created: bigint
}

export type Expected = 'any' | 'no_stream' | 'stream_exists' | bigint

export type Answer =
  | { readonly ok: true; readonly last: Kept }
  | { readonly ok: false; readonly current: bigint | undefined }

interface Stream {
  readonly events: Kept[]
  readonly byId: Map<string, Kept>
}

const NO_EVENTS: Stream = { events: [], byId: new Map() }

/** Size of a record beside its data, in bytes. */
const FRAME = 96n
const NO_STREAM = -1n

/** Share of the appends at an exact revision or to a new stream that are indexed late. */
const LATE_SHARE = 0.05
/** How late, in milliseconds. */
const LATE_MS = 50
const SEED = 31

/**
 * The log of a KurrentDB, as far as its source specifies it (IndexWriter.CheckCommit, AllReader): positions are offsets
 * in a file, so they have gaps; system events are interleaved; time is the server's, and follows its clock backwards.
 * Its index may be late: an event is acknowledged once it can be read, but the writer refuses conflicting appends before.
 */
export function createServerLog(now: () => number, lateShare = LATE_SHARE) {
  const all: Kept[] = []
  const streams = new Map<string, Stream>()
  const waiting = new Set<() => void>()
  const chance = createChance(SEED)
  let end = 0n
  /** Number of events that can be read. */
  let indexed = 0
  let isLate = false
  const onIndexed: (() => void)[] = []

  function delayIndex(): void {
    if (isLate) return
    isLate = true
    setTimeout(
      () => {
        isLate = false
        indexed = all.length
        for (const go of onIndexed.splice(0)) go()
        wake()
      },
      chance.between(1, LATE_MS),
    )
  }

  function keep(stream: string, proposed: Proposed): Kept {
    const { events, byId } = streams.get(stream) ?? newStream(stream)
    const created = BigInt(Math.floor(now() * 10)) * 1_000n
    const kept = { ...proposed, stream, revision: BigInt(events.length), position: end, created }
    end += FRAME + BigInt(proposed.data.length + proposed.metadata.length)
    events.push(kept)
    all.push(kept)
    byId.set(kept.id, kept)
    if (!isLate) indexed = all.length
    return kept
  }

  function newStream(name: string): Stream {
    const stream = { events: [], byId: new Map() }
    streams.set(name, stream)
    return stream
  }

  /** The server's system events. */
  function keepOwn(stream: string, type: string): void {
    keep(stream, { id: crypto.randomUUID(), type, data: Buffer.from('{"own":true}'), metadata: new Uint8Array() })
    wake()
  }

  function wake(): void {
    for (const go of [...waiting]) go()
    waiting.clear()
  }

  function append(stream: string, proposed: readonly Proposed[], expected: Expected): Answer {
    const current = BigInt(streams.get(stream)?.events.length ?? 0) - 1n
    const known = repeated(stream, proposed, expected)
    if (known) return { ok: true, last: known }
    if (!admits(expected, current)) return { ok: false, current: current === NO_STREAM ? undefined : current }
    if (expected !== 'any' && lateShare > 0 && chance.happens(lateShare)) delayIndex()
    const kept = proposed.map((event) => keep(stream, event))
    wake()
    return { ok: true, last: kept.at(-1)! }
  }

  /** The last of these events if all were written before: at this very place, or anywhere for `any`. */
  function repeated(stream: string, proposed: readonly Proposed[], expected: Expected): Kept | undefined {
    const { events, byId } = streams.get(stream) ?? NO_EVENTS
    if (expected === 'any' || expected === 'stream_exists') {
      return proposed.every(({ id }) => byId.has(id)) ? byId.get(proposed.at(-1)?.id ?? '') : undefined
    }
    const first = expected === 'no_stream' ? 0n : expected + 1n
    const there = events.slice(Number(first), Number(first) + proposed.length)
    const same = there.length === proposed.length && there.every(({ id }, index) => id === proposed[index]!.id)
    return same ? there.at(-1) : undefined
  }

  return {
    append,
    /** Whether all of these events were written before. */
    has: (stream: string, proposed: readonly Proposed[], expected: Expected): boolean =>
      repeated(stream, proposed, expected) !== undefined,
    keepOwn,
    /** Calls back when everything appended so far can be read. */
    whenIndexed(go: () => void): void {
      if (isLate) onIndexed.push(go)
      else go()
    },
    /** Number of events that can be read. */
    indexed: () => indexed,
    /** The events of a stream that can be read. */
    indexedStream(name: string): readonly Kept[] {
      const { events } = streams.get(name) ?? NO_EVENTS
      const next = all[indexed]
      let count = events.length
      while (next && count > 0 && events[count - 1]!.position >= next.position) count--
      return count === events.length ? events : events.slice(0, count)
    },
    /** Makes the last event of a type unreadable: its data is no longer JSON. @returns its position */
    damageLast(type: string): bigint {
      const { data, position } = all.findLast((event) => event.type === type)!
      data[0] = 0
      return position
    },
    /** Keeps only the first events, as a backup does. */
    truncate(count: number): void {
      for (const { stream, id } of all.splice(count)) {
        const { events, byId } = streams.get(stream)!
        events.pop()
        byId.delete(id)
      }
      indexed = Math.min(indexed, count)
      const last = all.at(-1)!
      end = last.position + FRAME + BigInt(last.data.length + last.metadata.length)
    },
    stream: (name: string): readonly Kept[] => streams.get(name)?.events ?? [],
    all: (): readonly Kept[] => all,
    /** Index of the first event at or after a position. */
    indexOf(position: bigint): number {
      let [low, high] = [0, all.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (all[middle]!.position < position) low = middle + 1
        else high = middle
      }
      return low
    },
    isRecord: (position: bigint): boolean => {
      let [low, high] = [0, all.length - 1]
      while (low <= high) {
        const middle = (low + high) >> 1
        if (all[middle]!.position === position) return true
        if (all[middle]!.position < position) low = middle + 1
        else high = middle - 1
      }
      return position >= end
    },
    /** Resolves when more than `count` events can be read, or on the next `wake`. */
    beyond: (count: number): Promise<void> =>
      indexed > count ? Promise.resolve() : new Promise((resolve) => waiting.add(resolve)),
    wake,
  }
}

export type ServerLog = ReturnType<typeof createServerLog>

function admits(expected: Expected, current: bigint): boolean {
  if (expected === 'any') return true
  if (expected === 'no_stream') return current === NO_STREAM
  if (expected === 'stream_exists') return current !== NO_STREAM
  return expected === current
}
