import type { Clock } from '../../../kernel/clock.js'
import { iso } from '../../../kernel/clock.js'
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

/** Writes a group of appends, in order, in the transaction that is open. Nothing is remembered from the one before. */
export function createAppender(log: EventLog, streams: Streams, clock: Clock) {
  /** An event once recorded never changes, so this stays true as long as the number is the last one. */
  let known = { number: 0, recordedAt: 0 }

  function lastRecordedAt(last: number): number {
    if (last !== known.number) known = { number: last, recordedAt: Date.parse(decode(log.get(last), last).recordedAt) }
    return known.recordedAt
  }

  function appendGroup(items: readonly AppendItem[]): AppendResult[] {
    let last = log.last()
    const time = Math.max(Math.floor(clock.now()), lastRecordedAt(last))
    const recordedAt = iso(time)
    const heads = new Map<string, Head>()
    const headOf = (stream: string) => {
      const head = heads.get(stream) ?? streams.head(stream) ?? emptyHead()
      heads.set(stream, head)
      return head
    }
    const changed = new Set<string>()

    const appendOne = ({ stream, events, expected }: AppendItem): AppendResult => {
      const head = headOf(stream)
      if (!admits(expected, head)) {
        const outcome = repeated(stream, head, events, expected) ?? conflict(stream, expected, head)
        return { outcome, fresh: [] }
      }
      changed.add(stream)
      const fresh = events.map((event) => {
        streams.extend(stream, head, ++last)
        const place: Place = { stream, revision: head.revision, position: last, recordedAt }
        const text = storedText(event, place)
        log.append(last, text)
        return { event: recorded(event, place), position: last, bytes: text.length }
      })
      const { revision, position } = fresh.at(-1)!.event
      return { outcome: { revision, position }, fresh }
    }

    const results = items.map(appendOne)
    for (const stream of changed) streams.save(stream, heads.get(stream)!)
    return results
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

  return appendGroup
}

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
