// Appends events to the LMDB log, inside a transaction.
import type { Clock } from '../../../kernel/clock.js'
import { iso } from '../../../kernel/clock.js'
import type { Recorded } from '../../../kernel/envelope.js'
import {
  type Appended,
  type ConcurrencyConflict,
  DamagedIndex,
  type ExpectedRevision,
  UnreadableEvent,
} from '../../../kernel/ports/eventStore.js'
import { type Codec, type Place, type Prepared, recorded } from './codec.js'
import type { DictionaryTable } from './dictionaryTable.js'
import type { Events } from './events.js'
import { conflict, createExpectations } from './expectations.js'
import type { EventLog } from './log.js'
import type { RingEntry } from './ring.js'
import { SegmentAway } from './segmentFiles.js'
import { emptyHead, type Head, type Streams } from './streams.js'

export interface AppendItem {
  readonly stream: string
  readonly events: readonly Prepared[]
  readonly expected: ExpectedRevision
}

export interface AppendResult {
  readonly outcome: Appended | ConcurrencyConflict | DamagedIndex | SegmentAway
  /** The events that this append added to the log: none after a conflict or a repeated append. */
  readonly added: readonly RingEntry[]
}

interface AppenderDependencies {
  readonly log: EventLog
  readonly streams: Streams
  readonly codec: Codec
  readonly events: Events
  readonly dictionary: DictionaryTable
  readonly clock: Clock
  /** Numbers of events that are passed over. */
  readonly passed: ReadonlySet<number>
}

/**
 * Writes groups of appends, in order, inside the caller's transaction. The only state kept between groups is the last
 * event that this process has put on disk, which never changes.
 */
export function createAppender({ log, streams, codec, events, dictionary, clock, passed }: AppenderDependencies) {
  let known = { number: 0, recordedAt: 0 }
  const { admits, repeated } = createExpectations({ streams, passed, readable })

  /** The number after the known event may be free although others followed: another process has archived them. */
  function lastEvent(): typeof known {
    const number = log.last()
    return number === known.number ? known : { number, recordedAt: timeBefore(number) }
  }

  /** When the last readable event up to a number was recorded: appends succeed although the last one is damaged. */
  function timeBefore(number: number): number {
    for (let at = number; at > 0; at--) {
      const event = readable(at)
      if (event) return recordedAtOf(event)
    }
    return 0
  }

  function readable(number: number): Recorded | undefined {
    try {
      return events.at(number)
    } catch (error) {
      if (error instanceof UnreadableEvent) return undefined
      throw error
    }
  }

  /** Must be called with the results of a group once it is on disk, before the next group. */
  function committed(results: readonly AppendResult[]): void {
    dictionary.committed()
    const newest = results.findLast(({ added }) => added.length > 0)?.added.at(-1)
    if (newest) known = { number: newest.position, recordedAt: recordedAtOf(newest.event) }
  }

  function appendGroup(items: readonly AppendItem[]): AppendResult[] {
    dictionary.begin()
    const before = lastEvent()
    let last = before.number
    const recordedAt = iso(Math.max(Math.floor(clock.now()), before.recordedAt))
    const heads = new Map<string, Head>()
    const headOf = (stream: string) => {
      const head = heads.get(stream) ?? streams.head(stream) ?? emptyHead()
      heads.set(stream, head)
      return head
    }
    const changed = new Set<string>()

    /** Creates a stream without a prior lookup. @returns undefined when the stream exists already */
    const createStream = ({ stream, events: [event] }: AppendItem): AppendResult | undefined => {
      const head: Head = { revision: 0, recent: [last + 1] }
      if (!streams.begin(stream, head)) return undefined
      heads.set(stream, head)
      const written = write(event!, { revision: 0, position: ++last, recordedAt })
      return { outcome: { revision: 0n, position: written.event.position }, added: [written] }
    }

    const appendOne = (item: AppendItem): AppendResult => {
      const { stream, events, expected } = item
      const isFirst = expected === 'no_stream' && events.length === 1 && !heads.has(stream)
      const created = isFirst ? createStream(item) : undefined
      if (created) return created
      const head = headOf(stream)
      if (!admits(stream, expected, head)) {
        const outcome = repeated(stream, head, events, expected) ?? conflict(stream, expected, head)
        return { outcome, added: [] }
      }
      changed.add(stream)
      const added = events.map((event) => {
        streams.extend(stream, head, ++last)
        return write(event, { revision: head.revision, position: last, recordedAt })
      })
      const { revision, position } = added.at(-1)!.event
      return { outcome: { revision, position }, added }
    }

    /** A stream takes no events if it is damaged, or away where they may repeat it; the other appends of the group succeed. */
    const appendOrRefuse = (item: AppendItem): AppendResult => {
      try {
        return appendOne(item)
      } catch (error) {
        if (error instanceof DamagedIndex || error instanceof SegmentAway) return { outcome: error, added: [] }
        throw error
      }
    }

    const results = items.map(appendOrRefuse)
    for (const stream of changed) streams.save(stream, heads.get(stream)!)
    return results
  }

  function write(event: Prepared, place: Place): RingEntry {
    log.append(place.position, codec.record(event, place))
    return { event: recorded(event, place), position: place.position, bytes: event.encoded.characters }
  }

  return { appendGroup, committed }
}

const recordedAtOf = ({ recordedAt }: Recorded): number => Date.parse(recordedAt)
