import type { Clock } from '../../../kernel/clock.js'
import { iso } from '../../../kernel/clock.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { type Appended, ConcurrencyConflict, type ExpectedRevision } from '../../../kernel/ports/eventStore.js'
import { decode, type Place, type Prepared, recorded, storedText } from './codec.js'
import type { EventLog } from './log.js'
import { toPosition } from './position.js'
import type { Fresh } from './ring.js'
import { emptyHead, type Head, type Streams } from './streams.js'

export interface AppendItem {
  readonly stream: string
  readonly events: readonly Prepared[]
  readonly expected: ExpectedRevision
}

export interface AppendResult {
  readonly outcome: Appended | ConcurrencyConflict
  /** What this very append put into the log. */
  readonly fresh: readonly Fresh[]
}

/**
 * Writes groups of appends, in order, in the transaction that is open. All that is remembered from the ones before is
 * the last event that this process has put on disk: it never changes.
 */
export function createAppender(log: EventLog, streams: Streams, clock: Clock) {
  let known = { number: 0, recordedAt: 0 }

  /** The log has no gaps: as long as the number after the known one is free, that is the last one. */
  function lastEvent(): typeof known {
    if (known.number > 0 && !log.has(known.number + 1)) return known
    const number = log.last()
    return { number, recordedAt: number === 0 ? 0 : recordedAtOf(decode(log.get(number), number)) }
  }

  /** To be told of what is on disk, before the next group. */
  function committed(results: readonly AppendResult[]): void {
    const fresh = results.findLast((result) => result.fresh.length > 0)?.fresh.at(-1)
    if (fresh) known = { number: fresh.position, recordedAt: recordedAtOf(fresh.event) }
  }

  function appendGroup(items: readonly AppendItem[]): AppendResult[] {
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

    /** Most streams that must not be there are not: they need not be looked for. */
    const beginOne = ({ stream, events: [event] }: AppendItem): AppendResult | undefined => {
      const head: Head = { revision: 0, recent: [last + 1] }
      if (!streams.begin(stream, head)) return undefined
      heads.set(stream, head)
      const written = write(event!, { stream, revision: 0, position: ++last, recordedAt })
      return { outcome: { revision: 0n, position: written.event.position }, fresh: [written] }
    }

    const appendOne = (item: AppendItem): AppendResult => {
      const { stream, events, expected } = item
      const isFirst = expected === 'no_stream' && events.length === 1 && !heads.has(stream)
      const begun = isFirst ? beginOne(item) : undefined
      if (begun) return begun
      const head = headOf(stream)
      if (!admits(expected, head)) {
        const outcome = repeated(stream, head, events, expected) ?? conflict(stream, expected, head)
        return { outcome, fresh: [] }
      }
      changed.add(stream)
      const fresh = events.map((event) => {
        streams.extend(stream, head, ++last)
        return write(event, { stream, revision: head.revision, position: last, recordedAt })
      })
      const { revision, position } = fresh.at(-1)!.event
      return { outcome: { revision, position }, fresh }
    }

    const results = items.map(appendOne)
    for (const stream of changed) streams.save(stream, heads.get(stream)!)
    return results
  }

  function write(event: Prepared, place: Place): Fresh {
    const text = storedText(event, place)
    log.append(place.position, text)
    return { event: recorded(event, place), position: place.position, bytes: text.length }
  }

  /** The same events again, at the place where they are: their first outcome. */
  function repeated(stream: string, head: Head, events: readonly Prepared[], expected: ExpectedRevision) {
    if (expected === 'any' || expected === 'stream_exists') return undefined
    const first = expected === 'no_stream' ? 0 : Number(expected) + 1
    const lastRevision = first + events.length - 1
    if (first < 0 || lastRevision > head.revision) return undefined
    for (const [index, { id }] of events.entries()) {
      const position = streams.position(stream, head, first + index)
      if (decode(log.get(position), position).id !== id) return undefined
    }
    return { revision: BigInt(lastRevision), position: toPosition(streams.position(stream, head, lastRevision)) }
  }

  return { appendGroup, committed }
}

const recordedAtOf = ({ recordedAt }: Recorded): number => Date.parse(recordedAt)

function admits(expected: ExpectedRevision, { revision }: Head): boolean {
  switch (expected) {
    case 'any':
      return true
    case 'no_stream':
      return revision < 0
    case 'stream_exists':
      return revision >= 0
    default:
      return revision >= 0 && BigInt(revision) === expected
  }
}

const conflict = (stream: string, expected: ExpectedRevision, { revision }: Head) =>
  new ConcurrencyConflict(stream, expected, revision < 0 ? 'no_stream' : BigInt(revision))
