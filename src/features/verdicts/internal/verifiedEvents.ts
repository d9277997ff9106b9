// Reads the events of an account's verifications from its own streams, page by page.
import type { Eventing } from '../../../eventing/eventing.js'
import { revisionSince } from '../../../eventing/revisionSince.js'
import { yieldToEventLoop } from '../../../kernel/concurrency/yielding.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { monthOf } from '../../../kernel/months.js'
import { streamName } from '../../../kernel/stream.js'
import { MINUTE_MS } from '../../../kernel/time.js'
import type { Batches } from '../../batches/index.js'
import type { Range } from './range.js'
import type { Verified } from './verifiedRows.js'

/** Events per read: those of a job have up to a thousand rows. */
const PAGE_EVENTS = { usage: 200, batch: 10 } as const
/** A request of a month may be recorded this long after its end, and clocks of servers may differ as much. */
const LATE_MS = 10 * MINUTE_MS

/** A stream of verifications: the usage of a month, or a job. */
export interface Source {
  readonly kind: 'usage' | 'batch'
  /** The month, or the job. */
  readonly name: string
  /** When the job was submitted; 0 for a month. */
  readonly createdAt: number
}

/** An event in one of the streams. */
export interface EventPlace extends Source {
  readonly revision: bigint
}

interface VerifiedPage {
  readonly source: Source
  /** Those of the period; possibly none. */
  readonly events: readonly Recorded<Verified>[]
  /** The next revision of the stream. */
  readonly next: bigint
}

interface ReadOptions {
  /** Where to begin: at this event. */
  readonly start?: EventPlace | undefined
  /** Runs each read. */
  readonly within?: <T>(read: () => Promise<T>) => Promise<T>
  readonly signal?: AbortSignal | undefined
}

/**
 * The events of an account's verifications in a period: first single ones and synchronous batches in the order of time, then those
 * of jobs, job by job in the order of their submission. Repeated, it yields the same events. Other work gets its turns between pages.
 */
export type ReadVerified = (account: string, range: Range, options?: ReadOptions) => AsyncIterable<VerifiedPage>

const atOnce = <T>(read: () => Promise<T>): Promise<T> => read()

interface VerifiedEventsDependencies {
  readonly eventing: Pick<Eventing, 'readStream'>
  readonly listJobs: Batches['listJobs']
}

export const createReadVerified =
  ({ eventing, listJobs }: VerifiedEventsDependencies): ReadVerified =>
  (account, range, { start, within = atOnce, signal } = {}) => {
    async function* pages(): AsyncGenerator<VerifiedPage, void> {
      for await (const source of sources()) yield* pagesOf(source)
    }

    /** The streams that may have events, from that of the start. */
    async function* sources(): AsyncGenerator<Source, void> {
      if (start?.kind !== 'batch') {
        const last = monthOf(range.to - 1)
        const earliest = monthOf(range.from - LATE_MS)
        const first = start && start.name > earliest ? start.name : earliest
        for (let name = first; name <= last; name = monthAfter(name)) yield { kind: 'usage', name, createdAt: 0 }
      }
      const since = start?.kind === 'batch' ? start.createdAt : 0
      let isAfterStart = start?.kind !== 'batch'
      for await (const { id: name, createdAt, endedAt } of listJobs(account, { from: since, to: range.to })) {
        isAfterStart ||= createdAt > since || name === start?.name
        if (isAfterStart && (endedAt === null || endedAt + LATE_MS >= range.from))
          yield { kind: 'batch', name, createdAt }
      }
    }

    async function* pagesOf(source: Source): AsyncGenerator<VerifiedPage, void> {
      const { kind, name } = source
      const stream = streamName(kind, kind === 'usage' ? `${account}.${name}` : name)
      const begin = start?.kind === kind && start.name === name ? start.revision : undefined
      const limit = PAGE_EVENTS[kind]
      let next = begin ?? (await firstSince(stream, range.from - LATE_MS))
      while (next !== undefined) {
        const from: bigint = next
        const events = await within(() => read(stream, { from, limit }))
        const last = events.at(-1)
        if (!last) return
        next = last.revision + 1n
        yield { source, events: events.filter(isInPeriod), next }
        if (events.length < limit || Date.parse(last.recordedAt) >= range.to + LATE_MS) return
        await yieldToEventLoop(account)
      }
    }

    function isInPeriod(event: Recorded): event is Recorded<Verified> {
      const at = Date.parse(event.recordedAt)
      return at >= range.from && at < range.to && VERIFIED.has(event.type)
    }

    async function read(
      stream: string,
      options: { readonly from?: bigint; readonly limit: number; readonly backwards?: true },
    ): Promise<Recorded[]> {
      const events: Recorded[] = []
      for await (const event of eventing.readStream(stream, { ...options, ...(signal && { signal }) }))
        events.push(event)
      return events
    }

    /** The first revision recorded at or after a time, by bisection; undefined if there is none. */
    function firstSince(stream: string, time: number): Promise<bigint | undefined> {
      return within(() => revisionSince(eventing, stream, time))
    }

    return pages()
  }

const VERIFIED: ReadonlySet<string> = new Set<Verified['type']>([
  'AddressVerified',
  'AddressesVerified',
  'BatchChunkVerified',
])

function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return monthOf(Date.UTC(year, number, 1))
}
