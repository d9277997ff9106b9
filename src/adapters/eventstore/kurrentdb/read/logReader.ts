// Reads the whole log, forwards and backwards, page by page: no call is open between two pages.
import type { Recorded } from '../../../../kernel/envelope.js'
import { DifferentLog, type ReadAllOptions } from '../../../../kernel/ports/eventStore.js'
import { type Position, START } from '../../../../kernel/position.js'
import { isRefusedPosition } from '../failures.js'
import { checkPosition } from '../format/position.js'
import { PAGE_EVENTS, type Page, type ReadPage } from './pages.js'
import type { Readings } from './readings.js'

/** A page of the log that has too few events of the wanted types is followed by one that is this many times larger. */
const PAGE_GROWTH = 8

export function createLogReader(readPage: ReadPage, { ofAll, ofAllBackwards }: Readings) {
  async function* readAll({ after = START, types, limit = Infinity, signal }: ReadAllOptions) {
    checkPosition(after)
    signal?.throwIfAborted()
    if (types?.size === 0 || limit <= 0) return
    let left = limit
    for await (const page of pagesForwards(after, Math.min(left, PAGE_EVENTS), types, signal)) {
      // `yield*` of an array takes half as long again.
      for (const event of page) {
        if (types && !types.has(event.type)) continue
        yield event
        if (--left <= 0) return
      }
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

  return { readAll, readBackwards, pagesBackwards }
}
