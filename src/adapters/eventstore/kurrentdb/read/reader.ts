// Reads streams and the whole log from KurrentDB.
import { BACKWARDS, END, START as FIRST, FORWARDS } from '@kurrent/kurrentdb-client'
import type { Recorded } from '../../../../kernel/envelope.js'
import {
  DifferentLog,
  type ReadAllOptions,
  type ReadStreamOptions,
  UnreadableEvent,
} from '../../../../kernel/ports/eventStore.js'
import { later, type Position, START } from '../../../../kernel/position.js'
import { isRefusedPosition } from '../failures.js'
import { isName } from '../format/codec.js'
import { filterOf, type Naming } from '../format/naming.js'
import { checkPosition, toPlace } from '../format/position.js'
import { createFindNewest, readLast } from './newestEvent.js'
import { PAGE_EVENTS, type Page, type Reading, type ReadOpen, type ReadPage } from './pages.js'

/** Revisions are signed 64-bit numbers. */
export const LAST_REVISION = 2n ** 63n - 1n

/** A page of the log that has too few events of the wanted types is followed by one that is this many times larger. */
const PAGE_GROWTH = 8

/** Where our log begins on the server. */
export interface Origin {
  /** Nothing of ours is before this position. */
  readonly position: Position
  /** Name on the server of the stream that has an event there. */
  readonly stream: string | undefined
}

/** Reads page by page: no call is open between two pages, however slowly they are consumed. */
export function createReader(readPage: ReadPage, naming: Naming, origin: () => Origin) {
  const requiresLeader = true

  /** @param from the first revision; undefined for the last one, backwards */
  const ofStream = (stream: string, from: bigint | undefined, count: number, backwards = false): Reading => ({
    count,
    open: (client, maxCount) =>
      client.readStream(naming.prefix + stream, {
        fromRevision: from ?? END,
        direction: backwards ? BACKWARDS : FORWARDS,
        maxCount,
        requiresLeader,
      }),
  })

  /** Where reads of what follows a position start: what precedes our log is never examined. */
  function fromPosition(after: Position) {
    const from = later(after, origin().position)
    return from === START ? FIRST : toPlace(from)
  }

  const ofAll = (after: Position, count: number, types?: ReadonlySet<string>): Reading => ({
    count,
    after,
    open: (client, maxCount) =>
      client.readAll({
        fromPosition: fromPosition(after),
        filter: filterOf(naming, { types }),
        maxCount,
        requiresLeader,
      }),
  })

  /** @param before the position after the first event; undefined for the end */
  const ofAllBackwards = (before: Position | undefined, count: number): Reading => ({
    count,
    until: origin().position,
    open: (client, maxCount) =>
      client.readAll({
        fromPosition: before === undefined ? END : toPlace(before),
        direction: BACKWARDS,
        filter: filterOf(naming, { and: origin().stream }),
        maxCount,
        requiresLeader,
      }),
  })

  async function lastRevision(stream: string): Promise<bigint | undefined> {
    return (await readPage(ofStream(stream, undefined, 1, true))).to?.revision
  }

  /**
   * Reads a part of a stream, whoever wrote it.
   * @returns its last revision (`to`), and the last of other programs' events that follow `from` without a gap
   * (`foreign`); each is `from - 1` if there is none
   */
  async function examine(stream: string, from: bigint, count: number): Promise<{ to: bigint; foreign: bigint }> {
    const { events, to: last, size } = await readPage(ofStream(stream, from, count))
    const before = from - 1n
    const to = last?.revision ?? before
    // Old events of a stream may be missing.
    const isWhole = to === before + BigInt(size)
    return { to, foreign: isWhole ? (events[0]?.revision ?? to + 1n) - 1n : before }
  }

  /**
   * Position of the event at revision 0 of a stream, of which this is the name on the server. Undefined if there is none:
   * a stream that was deleted continues at a later revision.
   */
  async function firstPosition(stream: string): Promise<Position | undefined> {
    const open: ReadOpen = (client, maxCount) => client.readStream(stream, { maxCount, requiresLeader })
    const { to } = await readPage({ count: 1, open })
    return to?.revision === 0n ? to.position : undefined
  }

  async function* readStream(stream: string, options: ReadStreamOptions): AsyncGenerator<Recorded, void, void> {
    const { limit = Infinity, signal, backwards = false } = options
    signal?.throwIfAborted()
    let from = options.from ?? (backwards ? undefined : 0n)
    if (!isName(stream) || (from !== undefined && from < 0n)) return
    if (from !== undefined && from > LAST_REVISION) {
      if (!backwards) return
      from = undefined
    }
    for (let left = limit; left > 0; ) {
      const reading = ofStream(stream, from, Math.min(left, PAGE_EVENTS), backwards)
      const { events, to, last } = await readPage(reading, signal)
      yield* events
      if (last || !to || (backwards && to.revision === 0n)) return
      left -= events.length
      from = to.revision + (backwards ? -1n : 1n)
      signal?.throwIfAborted()
    }
  }

  async function* readAll({ after = START, types, limit = Infinity, signal }: ReadAllOptions) {
    checkPosition(after)
    signal?.throwIfAborted()
    if (types?.size === 0) return
    let left = limit
    for await (const page of pagesForwards(after, Math.min(left, PAGE_EVENTS), types, signal)) {
      const events = types ? page.filter(({ type }) => types.has(type)) : page
      yield* events.slice(0, left)
      left -= events.length
      if (left <= 0) return
      signal?.throwIfAborted()
    }
  }

  /** From the second page on, the next one is read while one is consumed. */
  async function* pagesForwards(
    after: Position,
    first: number,
    types?: ReadonlySet<string>,
    signal?: AbortSignal,
  ): AsyncGenerator<readonly Recorded[], void, void> {
    const ending = new AbortController()
    const either = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal
    let count = first
    const read = (at: Position): Promise<Page> => {
      const page = readPage(ofAll(at, count, types), either).catch((error: unknown) => {
        throw isRefusedPosition(error) ? new DifferentLog(at) : error
      })
      page.catch(() => {})
      count = Math.min(count * PAGE_GROWTH, PAGE_EVENTS)
      return page
    }
    try {
      let next: Promise<Page> | undefined
      for (let at = after; ; ) {
        const isFirst = next === undefined
        const { events, to, last }: Page = await (next ?? read(at))
        if (last || !to) return yield events
        at = to.position
        next = isFirst ? undefined : read(at)
        yield events
        next ??= read(at)
      }
    } finally {
      ending.abort()
    }
  }

  /** Pages of our log from its end, newest first. */
  async function* pagesBackwards(before: Position | undefined, count: number, signal?: AbortSignal) {
    for (let at = before; ; ) {
      const { events, to, last } = await readPage(ofAllBackwards(at, at === before ? count : PAGE_EVENTS), signal)
      yield events
      if (last || !to) return
      at = to.position
      signal?.throwIfAborted()
    }
  }

  /** The log backwards before a position. */
  async function* readBackwards(before: Position, signal?: AbortSignal): AsyncGenerator<Recorded, void, void> {
    for await (const events of pagesBackwards(before, PAGE_EVENTS, signal)) yield* events
  }

  const newest = createFindNewest(readPage, naming, async (signal) => {
    // A page of one is usually enough, because the filter excludes most events that are not ours.
    for await (const [newest] of pagesBackwards(undefined, 1, signal)) if (newest) return newest
    return undefined
  })

  /** An event that cannot be read may be the last one, too. */
  const head = async (): Promise<Position> => {
    try {
      return (await newest())?.position ?? START
    } catch (error) {
      if (error instanceof UnreadableEvent) return error.event.position
      throw error
    }
  }

  const exists = async (stream: string): Promise<boolean> =>
    isName(stream) && (await lastRevision(stream)) !== undefined

  return {
    readStream,
    readAll,
    fromPosition,
    readBackwards,
    newest,
    head,
    lastRevision,
    firstPosition,
    readLast: () => readPage({ count: 1, open: readLast }),
    examine,
    exists,
  }
}

export type Reader = ReturnType<typeof createReader>
