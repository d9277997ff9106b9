// Reads streams and the whole log from LMDB.
import type { Recorded } from '../../../kernel/envelope.js'
import { DamagedIndex, type ReadAllOptions, type ReadStreamOptions } from '../../../kernel/ports/eventStore.js'
import { START } from '../../../kernel/position.js'
import { pages } from '../../lmdb/pages.js'
import { eventsAfter } from '../../segments/read.js'
import type { Archived } from './archived.js'
import type { Codec } from './codec.js'
import type { Events } from './events.js'
import type { EventLog } from './log.js'
import { toNumber, toPosition } from './position.js'
import { positionAt } from './positionAt.js'
import { SegmentAway } from './segmentFiles.js'
import type { Streams } from './streams.js'

/** Page limits: small enough not to block other work, and to bound memory. */
const PAGE_EVENTS = 1_000
const PAGE_BYTES = 1024 * 1024

interface Page {
  readonly events: readonly Recorded[]
  /** The last number that was read, whether or not it passed the filter; `after` when there was none. */
  readonly to: number
  /** Size of the events in the log. */
  readonly bytes: number
}

interface ReaderDependencies {
  readonly log: EventLog
  readonly streams: Streams
  readonly codec: Codec
  readonly events: Events
  readonly archived: Archived
  /** Runs a read that sees everything committed, including by other processes. */
  readonly fresh: <T>(read: () => T) => T
  /** Numbers of events that are passed over. */
  readonly passed: ReadonlySet<number>
}

export function createReader({ log, streams, codec, events: byNumber, archived, fresh, passed }: ReaderDependencies) {
  /** @throws UnreadableEvent also when a number is missing: an event is never skipped */
  function pageAfter(after: number, types?: ReadonlySet<string>, limit = PAGE_EVENTS): Page {
    const page = archivedPage(after, types, limit)
    if (page) return page
    const events: Recorded[] = []
    let to = after
    let read = 0
    let bytes = 0
    for (const { key, value } of log.entries(after, PAGE_EVENTS)) {
      while (key !== ++to) {
        if (passed.has(to)) continue
        // Another process has archived it meanwhile.
        if (archived.coversNow(to))
          return to - 1 > after ? { events, to: to - 1, bytes } : pageAfter(after, types, limit)
        codec.decode(undefined, to)
      }
      // Decoding may overwrite the record.
      const { length } = value
      const event = passed.has(key) ? undefined : codec.read(value, key, types)
      if (event) {
        events.push(event)
        bytes += length
      }
      read += length
      if (read > PAGE_BYTES || events.length >= limit) break
    }
    return { events, to, bytes }
  }

  /** The archive has everything up to its end, also what is live as well. */
  function archivedPage(after: number, types: ReadonlySet<string> | undefined, limit: number): Page | undefined {
    const block = archived.blockAfter(after)
    if (!block) return undefined
    const events: Recorded[] = []
    for (const event of eventsAfter(block.events, toPosition(after), types)) {
      const number = toNumber(event.position)
      if (passed.has(number)) continue
      events.push(event)
      if (events.length >= limit) return { events, to: number, bytes: block.events.bytes }
    }
    return { events, to: block.last, bytes: block.events.bytes }
  }

  const reachBy = (soon: boolean | undefined) => (soon ? archived.reachSoon : archived.reach)

  function readAll({ after = START, types, limit = Infinity, signal, soon }: ReadAllOptions): AsyncIterable<Recorded> {
    let at = toNumber(after)
    let left = limit
    const next = (): readonly Recorded[] => {
      while (left > 0) {
        const { events, to } = fresh(() => pageAfter(at, types, left))
        if (to === at) break
        at = to
        left -= events.length
        if (events.length > 0) return events
      }
      return []
    }
    return pages(() => reachBy(soon)(next), signal)
  }

  function readStream(stream: string, options: ReadStreamOptions): AsyncIterable<Recorded> {
    const { from, backwards = false, limit = Infinity, signal } = options
    let next = from === undefined ? undefined : Number(from)
    let left = limit
    const page = (): Recorded[] => {
      const events = left > 0 ? fresh(() => streamPage(stream, next, backwards, left)) : []
      left -= events.length
      if (events.length > 0) next = Number(events.at(-1)!.revision) + (backwards ? -1 : 1)
      return events
    }
    return pages(() => archived.reachSoon(page), signal)
  }

  function streamPage(stream: string, from: number | undefined, backwards: boolean, limit: number): Recorded[] {
    const head = streams.head(stream)
    const events: Recorded[] = []
    if (!head) return events
    const step = backwards ? -1 : 1
    const positionOf = streams.positions(stream, head)
    let revision = backwards ? Math.min(from ?? head.revision, head.revision) : (from ?? 0)
    for (let read = 0; events.length < limit && events.length < PAGE_EVENTS; revision += step) {
      if (revision < 0 || revision > head.revision || read > PAGE_BYTES) break
      const position = positionOf(revision)
      if (passed.has(position)) continue
      const record = log.get(position)
      read += record?.length ?? 0
      const event = eventOr(events.length > 0, () => byNumber.from(record, position))
      if (!event) break
      if (event.stream !== stream || event.revision !== BigInt(revision)) throw new DamagedIndex(stream)
      events.push(event)
    }
    return events
  }

  const exist = (names: readonly string[]): boolean[] => fresh(() => names.map(streams.has))

  const head = (): number => fresh(() => log.last())

  const eventAt = (number: number): Recorded | undefined | Promise<Recorded | undefined> =>
    archived.reachSoon(() => fresh(() => (number < 1 || number > log.last() ? undefined : byNumber.at(number))))

  return {
    pageAfter: (after: number, types?: ReadonlySet<string>) =>
      archived.reach(() => fresh(() => pageAfter(after, types))),
    readAll,
    readStream,
    exist,
    head,
    eventAt,
    positionAt: (time: number, soon?: boolean) =>
      reachBy(soon)(() => fresh(() => positionAt(time, { log, events: byNumber, archived, passed }))),
  }
}

/** The events of a stream may be in any number of segments: a page ends before one that is away. */
function eventOr(ends: boolean, read: () => Recorded): Recorded | undefined {
  try {
    return read()
  } catch (error) {
    if (ends && error instanceof SegmentAway) return undefined
    throw error
  }
}

export type Reader = ReturnType<typeof createReader>
