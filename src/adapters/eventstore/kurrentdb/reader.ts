import { BACKWARDS, END, START as FIRST } from '@kurrent/kurrentdb-client'
import type { Recorded } from '../../../kernel/envelope.js'
import {
  DifferentLog,
  type ReadAllOptions,
  type ReadStreamOptions,
  UnreadableEvent,
} from '../../../kernel/ports/eventStore.js'
import { type Position, START } from '../../../kernel/position.js'
import { SECOND_MS } from '../../../kernel/time.js'
import { isName } from './codec.js'
import { isRefusedPosition } from './failures.js'
import { filterOf, type Naming } from './naming.js'
import { createFindNewest } from './newestEvent.js'
import { PAGE_EVENTS, type Page, type Reading, type ReadOpen, type ReadPage } from './pages.js'
import { checkPosition, toPlace } from './position.js'
import { BUFFERS } from './subscription.js'

/** Revisions are signed 64-bit numbers. */
export const LAST_REVISION = 2n ** 63n - 1n

/** Events of a stream that are read backwards at a time: read forwards, and then reversed. */
const BACKWARDS_EVENTS = 100
/** A page of the log that has too few events of the wanted types is followed by one that is this many times larger. */
const PAGE_GROWTH = 8

/** When an event was recorded, in milliseconds since the Unix epoch: known to the second. */
export interface Approximate {
  readonly position: Position
  readonly from: number
  readonly to: number
}

/**
 * Reads page by page: no call is open between two pages, however slowly they are consumed. Events are read by
 * subscriptions, since the client's reads return times in whole seconds; its reads find the end of a stream or of the log.
 */
export function createReader(readPage: ReadPage, naming: Naming) {
  const requiresLeader = true

  /** @param from the first revision */
  const ofStream = (stream: string, from: bigint, count: number): Reading => ({
    count,
    subscribe: (client) =>
      client.subscribeToStream(
        naming.prefix + stream,
        { fromRevision: from === 0n ? FIRST : from - 1n, requiresLeader },
        BUFFERS,
      ),
  })

  const ofAll = (after: Position, count: number, types?: ReadonlySet<string>): Reading => ({
    count,
    subscribe: (client) =>
      client.subscribeToAll(
        { fromPosition: after === START ? FIRST : toPlace(after), filter: filterOf(naming, types), requiresLeader },
        BUFFERS,
      ),
  })

  /** @param before the position after the first event; undefined for the end */
  const ofAllBackwards = (before: Position | undefined, count: number): Reading => ({
    count,
    open: (client, maxCount) =>
      client.readAll({
        fromPosition: before === undefined ? END : toPlace(before),
        direction: BACKWARDS,
        filter: filterOf(naming),
        maxCount,
        requiresLeader,
      }),
  })

  /** The last revision of a stream, at most `from`. */
  async function lastRevision(stream: string, from?: bigint, signal?: AbortSignal): Promise<bigint | undefined> {
    const open: ReadOpen = (client, maxCount) =>
      client.readStream(naming.prefix + stream, {
        fromRevision: from ?? END,
        direction: BACKWARDS,
        maxCount,
        requiresLeader,
      })
    return (await readPage({ count: 1, open }, signal)).to?.revision
  }

  async function* forwards(stream: string, from: bigint, limit: number, signal?: AbortSignal) {
    let next = from
    for (let left = limit; left > 0; ) {
      const { events, to, last } = await readPage(ofStream(stream, next, Math.min(left, PAGE_EVENTS)), signal)
      yield* events
      if (last || !to) return
      left -= events.length
      next = to.revision + 1n
      signal?.throwIfAborted()
    }
  }

  async function* backwards(stream: string, from: bigint | undefined, limit: number, signal?: AbortSignal) {
    let left = limit
    let last = await lastRevision(stream, from, signal)
    while (last !== undefined && last >= 0n && left > 0) {
      const count = BigInt(Math.min(left, BACKWARDS_EVENTS))
      const first = last >= count ? last - count + 1n : 0n
      const events: Recorded[] = []
      for await (const event of forwards(stream, first, Number(last - first) + 1, signal)) {
        if (event.revision <= last) events.push(event)
      }
      yield* events.reverse()
      left -= events.length
      last = first - 1n
    }
  }

  async function* readStream(stream: string, options: ReadStreamOptions): AsyncGenerator<Recorded, void, void> {
    const { limit = Infinity, signal, from } = options
    signal?.throwIfAborted()
    if (!isName(stream) || limit <= 0 || (from !== undefined && from < 0n)) return
    const isBeyond = from !== undefined && from > LAST_REVISION
    if (options.backwards) yield* backwards(stream, isBeyond ? undefined : from, limit, signal)
    else if (!isBeyond) yield* forwards(stream, from ?? 0n, limit, signal)
  }

  async function* readAll({ after = START, types, limit = Infinity, signal }: ReadAllOptions) {
    checkPosition(after)
    signal?.throwIfAborted()
    if (types?.size === 0) return
    let left = limit
    let count = Math.min(left, PAGE_EVENTS)
    for (let at = after; left > 0; count = Math.min(count * PAGE_GROWTH, PAGE_EVENTS)) {
      const page: Page = await readPage(ofAll(at, count, types), signal).catch((error: unknown) => {
        throw isRefusedPosition(error) ? new DifferentLog(at) : error
      })
      const events = types ? page.events.filter(({ type }) => types.has(type)) : page.events
      yield* events.slice(0, left)
      left -= events.length
      if (page.last || !page.to) return
      at = page.to.position
      signal?.throwIfAborted()
    }
  }

  /** Pages of the log from its end, newest first; the times of their events are in whole seconds. */
  async function* pagesBackwards(before: Position | undefined, count: number, signal?: AbortSignal) {
    for (let at = before; ; ) {
      const { events, to, last } = await readPage(ofAllBackwards(at, at === before ? count : PAGE_EVENTS), signal)
      yield events
      if (last || !to) return
      at = to.position
      signal?.throwIfAborted()
    }
  }

  /** Backwards before a position. */
  async function* timesBackwards(before: Position, signal?: AbortSignal): AsyncGenerator<Approximate, void, void> {
    for await (const events of pagesBackwards(before, PAGE_EVENTS, signal)) {
      for (const { position, recordedAt } of events) {
        const from = Math.floor(Date.parse(recordedAt) / SECOND_MS) * SECOND_MS
        yield { position, from, to: from + SECOND_MS - 1 }
      }
    }
  }

  const findNewest = createFindNewest(readPage, naming, async (signal) => {
    // A page of one is usually enough, because the filter excludes most events that are not ours.
    for await (const [newest] of pagesBackwards(undefined, 1, signal)) if (newest) return newest
    return undefined
  })

  async function newest(signal?: AbortSignal): Promise<Recorded | undefined> {
    const place = await findNewest(signal)
    if (!place) return undefined
    for await (const event of forwards(place.stream, place.revision, 1, signal)) return event
    return undefined
  }

  /** An event that cannot be read may be the last one, too. */
  const head = async (): Promise<Position> => {
    try {
      return (await findNewest())?.position ?? START
    } catch (error) {
      if (error instanceof UnreadableEvent) return error.event.position
      throw error
    }
  }

  const exists = async (stream: string): Promise<boolean> =>
    isName(stream) && (await lastRevision(stream)) !== undefined

  return { readStream, readAll, timesBackwards, newest, head, lastRevision, exists }
}

export type Reader = ReturnType<typeof createReader>
