// The query for all of an account's verifications, one by one.
import type { Eventing } from '../../../eventing/eventing.js'
import { type Clock, monthOf } from '../../../kernel/clock.js'
import { yieldToEventLoop } from '../../../kernel/concurrency/yielding.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { sha256 } from '../../../kernel/ids.js'
import { streamName } from '../../../kernel/stream.js'
import { DAY_MS, MINUTE_MS } from '../../../kernel/time.js'
import type { Caller } from '../../accounts/index.js'
import type { Batches } from '../../batches/index.js'
import type { FairQueries } from '../internal/fairQueries.js'
import { momentOf, reject } from '../internal/moments.js'
import { type OwnVerification, ownVerification } from '../internal/ownVerification.js'
import { timeZoneOf } from '../internal/timeZone.js'
import { rowCount, rowsIn, type Verified } from '../internal/verifiedRows.js'

const MAX_DAYS = 366
const DEFAULT_DAYS = 30
/** Events per read: those of a job have up to a thousand rows. */
const PAGE_EVENTS = { usage: 200, batch: 10 } as const
/** A request of a month may be recorded this long after its end, and clocks of servers may differ as much. */
const LATE_MS = 10 * MINUTE_MS
const UTC = timeZoneOf('UTC')!

export interface VerificationsInput {
  /** ISO 8601 instants, or UTC dates; `to` is exclusive, and a date stands for its whole day. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** The position of a row: only rows after it. */
  readonly cursor?: string | undefined
}

/**
 * The caller's verifications in a period: first single ones and rows of synchronous batches in the order of time, then the
 * rows of jobs, job by job in the order of their submission. Repeated, it yields the same rows. Empty for a sandbox key.
 * Validates its input at once; a page of events at a time is read with a permit of the account.
 * @throws Failure VALIDATION_ERROR
 */
export type StreamVerifications = (
  caller: Pick<Caller, 'account' | 'sandbox'>,
  input: VerificationsInput,
  signal?: AbortSignal,
) => AsyncIterable<readonly OwnVerification[]>

export interface StreamVerificationsDependencies {
  readonly eventing: Pick<Eventing, 'readStream'>
  readonly clock: Clock
  readonly fairly: FairQueries
  readonly listJobs: Batches['listJobs']
}

/** Milliseconds since the epoch; `to` is exclusive. */
interface Range {
  readonly from: number
  readonly to: number
}

/** Where a row is: in the stream of a month's usage or of a job. */
interface Place {
  readonly kind: 'usage' | 'batch'
  /** The month, or the job. */
  readonly name: string
  /** When the job was submitted; 0 for a month. */
  readonly createdAt: number
  readonly revision: bigint
  readonly row: number
}

type Source = Pick<Place, 'kind' | 'name' | 'createdAt'>

export const createStreamVerifications =
  ({ eventing, clock, fairly, listJobs }: StreamVerificationsDependencies): StreamVerifications =>
  ({ account, sandbox }, { from, to, cursor }, signal) => {
    const range = rangeOf({ from, to }, clock.now())
    const list = sha256(JSON.stringify([account, sandbox, from ?? null, to ?? null])).slice(0, CHECK_LENGTH)
    const place = cursor === undefined ? undefined : placeOf(list, cursor)

    async function* verifications(): AsyncGenerator<readonly OwnVerification[], void> {
      if (sandbox) return
      for await (const source of sources()) yield* rowsFrom(source)
    }

    /** The streams that may have rows, from that of the place. */
    async function* sources(): AsyncGenerator<Source, void> {
      if (place?.kind !== 'batch') {
        const last = monthOf(range.to - 1)
        const first = place?.name ?? monthOf(range.from - LATE_MS)
        for (let name = first; name <= last; name = monthAfter(name)) yield { kind: 'usage', name, createdAt: 0 }
      }
      const since = place?.kind === 'batch' ? place.createdAt : 0
      let isAfterPlace = place?.kind !== 'batch'
      for await (const { id: name, createdAt, endedAt } of listJobs(account, { from: since, to: range.to })) {
        isAfterPlace ||= createdAt > since || name === place?.name
        if (isAfterPlace && (endedAt === null || endedAt + LATE_MS >= range.from))
          yield { kind: 'batch', name, createdAt }
      }
    }

    async function* rowsFrom(source: Source): AsyncGenerator<readonly OwnVerification[], void> {
      const { kind, name } = source
      const stream = streamName(kind, kind === 'usage' ? `${account}.${name}` : name)
      const start = place?.kind === kind && place.name === name ? place : undefined
      const limit = PAGE_EVENTS[kind]
      for (let next = start?.revision ?? (await firstSince(stream, range.from - LATE_MS)); next !== undefined; ) {
        const events = await fairly(account, signal, () => read(stream, { from: next!, limit }))
        const rows = events.flatMap((event) => rowsOf(source, event, start))
        if (rows.length > 0) yield rows
        const last = events.at(-1)
        if (!last || events.length < limit || Date.parse(last.recordedAt) >= range.to + LATE_MS) return
        next = last.revision + 1n
        await yieldToEventLoop(account)
      }
    }

    function rowsOf(source: Source, recorded: Recorded, start: Place | undefined): OwnVerification[] {
      const at = Date.parse(recorded.recordedAt)
      if (at < range.from || at >= range.to || !VERIFIED.has(recorded.type)) return []
      const event = recorded as Recorded<Verified>
      const { revision } = event
      const rowAt = rowsIn(event)
      const first = start?.revision === revision ? start.row + 1 : 0
      const found: OwnVerification[] = []
      for (let row = first; row < rowCount(event); row++)
        found.push(ownVerification(event, row, rowAt(row), cursorOf(list, { ...source, revision, row })))
      return found
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
    async function firstSince(stream: string, time: number): Promise<bigint | undefined> {
      return fairly(account, signal, async () => {
        const [newest] = await read(stream, { limit: 1, backwards: true })
        if (!newest || Date.parse(newest.recordedAt) < time) return undefined
        let low = 0n
        let high = newest.revision
        while (low < high) {
          const middle = (low + high) / 2n
          const [event] = await read(stream, { from: middle, limit: 1 })
          if (event && Date.parse(event.recordedAt) < time) low = middle + 1n
          else high = middle
        }
        return low
      })
    }

    return verifications()
  }

const VERIFIED: ReadonlySet<string> = new Set<Verified['type']>([
  'AddressVerified',
  'AddressesVerified',
  'BatchChunkVerified',
])

function rangeOf({ from, to }: Pick<VerificationsInput, 'from' | 'to'>, now: number): Range {
  const end = to === undefined ? now + 1 : momentOf('to', to, { zone: UTC, end: true })
  const latest = Math.min(end, now + 1)
  const start = from === undefined ? latest - DEFAULT_DAYS * DAY_MS : momentOf('from', from, { zone: UTC })
  if (start > now) reject('from', 'must not be in the future')
  if (start >= end) reject('from', 'must be before `to`')
  if (latest - start > MAX_DAYS * DAY_MS) reject('from', `must be at most ${MAX_DAYS} days before \`to\``)
  return { from: start, to: latest }
}

function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return monthOf(Date.UTC(year, number, 1))
}

const CHECK_LENGTH = 12
const LETTERS = { usage: 'u', batch: 'b' } as const

/** Numbers of the account's own streams: they tell nothing of others' traffic. */
const cursorOf = (list: string, { kind, name, createdAt, revision, row }: Place): string =>
  Buffer.from(`${list}.${LETTERS[kind]}.${name}.${createdAt}.${revision}.${row}`).toString('base64url')

const CURSOR =
  /^([0-9a-f]{12})\.(?:u\.(\d{4}-(?:0[1-9]|1[0-2]))|b\.([0-9a-f-]{36}))\.(\d{1,15})\.(\d{1,18})\.(\d{1,7})$/

/** @throws Failure VALIDATION_ERROR */
function placeOf(list: string, cursor: string): Place {
  const parts = CURSOR.exec(Buffer.from(cursor, 'base64url').toString())
  if (!parts || parts[1] !== list)
    reject('cursor', 'is not the position of a row of this account with this `from` and `to`')
  const [, , month, job, createdAt, revision, row] = parts
  return {
    kind: job === undefined ? 'usage' : 'batch',
    name: job ?? month!,
    createdAt: Number(createdAt),
    revision: BigInt(revision!),
    row: Number(row),
  }
}
