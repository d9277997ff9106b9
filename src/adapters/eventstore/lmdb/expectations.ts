// Optimistic concurrency of the LMDB log: the revision that an append expects, and repeated appends.
import type { Recorded } from '../../../kernel/envelope.js'
import { type Appended, ConcurrencyConflict, type ExpectedRevision } from '../../../kernel/ports/eventStore.js'
import type { Prepared } from './codec.js'
import { toPosition } from './position.js'
import type { Head, Streams } from './streams.js'

interface ExpectationsDependencies {
  readonly streams: Streams
  /** Numbers of events that are passed over. */
  readonly passed: ReadonlySet<number>
  /** The event with this number; undefined if it is damaged or missing. */
  readonly readable: (number: number) => Recorded | undefined
}

/** Compares the revision that an append expects with that of its stream. */
export function createExpectations({ streams, passed, readable }: ExpectationsDependencies) {
  /** Whether an append may follow: events that are passed over do not count. */
  function admits(stream: string, expected: ExpectedRevision, head: Head): boolean {
    if (isExpected(expected, head)) return true
    if (passed.size === 0 || expected === 'any') return false
    const first = expected === 'no_stream' ? 0 : Number(expected) + 1
    const position = streams.positions(stream, head)
    for (let revision = first; revision <= head.revision; revision++) {
      if (!passed.has(position(revision))) return false
    }
    return first >= 0 && first <= head.revision
  }

  /** The original outcome, if these very events were appended at this revision before. */
  function repeated(
    stream: string,
    head: Head,
    events: readonly Prepared[],
    expected: ExpectedRevision,
  ): Appended | undefined {
    if (expected === 'any') return undefined
    const first = expected === 'no_stream' ? 0 : Number(expected) + 1
    const lastRevision = first + events.length - 1
    if (first < 0 || lastRevision > head.revision) return undefined
    const position = streams.positions(stream, head)
    for (const [index, { id }] of events.entries()) if (readable(position(first + index))?.id !== id) return undefined
    return { revision: BigInt(lastRevision), position: toPosition(position(lastRevision)) }
  }

  return { admits, repeated }
}

function isExpected(expected: ExpectedRevision, { revision }: Head): boolean {
  switch (expected) {
    case 'any':
      return true
    case 'no_stream':
      return revision < 0
    default:
      return revision >= 0 && BigInt(revision) === expected
  }
}

export const conflict = (stream: string, expected: ExpectedRevision, { revision }: Head) =>
  new ConcurrencyConflict(stream, expected, revision < 0 ? 'no_stream' : BigInt(revision))
