import type { Recorded } from '../../../kernel/envelope.js'
import type { ReadAllOptions, ReadStreamOptions } from '../../../kernel/ports/eventStore.js'
import { type Position, START } from '../../../kernel/position.js'
import { isName } from './codec.js'
import { PAGE_EVENTS, type Page, type ReadPage } from './pages.js'
import { checkPosition, toPlace } from './position.js'
import { allRequest, streamRequest } from './requests.js'

/** Revisions are signed 64-bit numbers. */
export const LAST_REVISION = 2n ** 63n - 1n

/** Reads page by page: no call is open between two pages, however slowly they are consumed. */
export function createReader(readPage: ReadPage) {
  async function* readStream(stream: string, options: ReadStreamOptions): AsyncGenerator<Recorded, void, void> {
    const { backwards = false, limit = Infinity, signal } = options
    let { from } = options
    signal?.throwIfAborted()
    for (let left = limit; left > 0 && isName(stream); ) {
      if (from !== undefined && (from < 0n || from > LAST_REVISION)) {
        if (from < 0n || !backwards) return
        from = LAST_REVISION
      }
      const count = Math.min(left, PAGE_EVENTS)
      const { events, to, last } = await readPage(streamRequest(stream, { from, backwards, count }), signal)
      yield* events
      if (last || !to) return
      left -= events.length
      from = to.revision + (backwards ? -1n : 1n)
      signal?.throwIfAborted()
    }
  }

  /** Forwards after a position, or backwards before one; from START, from the first or the last event. */
  async function* pagesOfAll(from: Position, backwards: boolean, types?: ReadonlySet<string>, signal?: AbortSignal) {
    for (let at = from; ; ) {
      // Forwards, the event at the position is included.
      const options = { from: at === START ? undefined : toPlace(at), backwards, count: PAGE_EVENTS }
      const page: Page = await readPage(allRequest(options, types), signal)
      yield page.events.filter(({ type, position }) => position !== at && (!types || types.has(type)))
      if (page.last || !page.to) return
      at = page.to.position
      signal?.throwIfAborted()
    }
  }

  async function* readAll({ after = START, types, limit = Infinity, signal }: ReadAllOptions) {
    checkPosition(after)
    signal?.throwIfAborted()
    if (types?.size === 0) return
    let left = limit
    if (left <= 0) return
    for await (const events of pagesOfAll(after, false, types, signal)) {
      yield* events.slice(0, left)
      left -= events.length
      if (left <= 0) return
    }
  }

  /** Backwards before a position; from the newest event if it is START. */
  async function* readAllBackwards(before: Position, signal?: AbortSignal): AsyncGenerator<Recorded, void, void> {
    for await (const events of pagesOfAll(before, true, undefined, signal)) yield* events
  }

  async function newest(signal?: AbortSignal): Promise<Recorded | undefined> {
    // A page of one is usually enough, because the filter excludes most events that the server writes for itself.
    const { events, to } = await readPage(allRequest({ from: undefined, backwards: true, count: 1 }), signal)
    if (events[0] || !to) return events[0]
    for await (const event of readAllBackwards(to.position, signal)) return event
    return undefined
  }

  const head = async (): Promise<Position> => (await newest())?.position ?? START

  return { readStream, readAll, readAllBackwards, newest, head }
}

export type Reader = ReturnType<typeof createReader>
