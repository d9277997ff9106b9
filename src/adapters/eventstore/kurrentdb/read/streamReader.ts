// Reads streams page by page: no call is open between two pages, however slowly they are consumed.
import type { Recorded } from '../../../../kernel/envelope.js'
import type { ReadStreamOptions } from '../../../../kernel/ports/eventStore.js'
import type { Position } from '../../../../kernel/position.js'
import { isName } from '../format/codec.js'
import { PAGE_EVENTS, type ReadPage } from './pages.js'
import type { Readings } from './readings.js'

/** Revisions are signed 64-bit numbers. */
export const LAST_REVISION = 2n ** 63n - 1n

export function createStreamReader(readPage: ReadPage, { ofStream, firstOf }: Readings) {
  async function lastRevision(stream: string): Promise<bigint | undefined> {
    return (await readPage(ofStream(stream, undefined, 1, true))).to?.revision
  }

  const exists = async (stream: string): Promise<boolean> =>
    isName(stream) && (await lastRevision(stream)) !== undefined

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
    const { to } = await readPage(firstOf(stream))
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

  return { readStream, lastRevision, exists, examine, firstPosition }
}
