// Decides whether a refused append met an event of ours, or only those of other programs, by what could be read.
import { setTimeout as sleep } from 'node:timers/promises'
import { type ConcurrencyConflict, StoreUnavailable } from '../../../../kernel/ports/eventStore.js'
import { PAGE_EVENTS } from '../read/pages.js'
import type { Reader } from '../read/reader.js'

/**
 * Delays before a stream is read again that does not reach the revision that the server named, in milliseconds. The
 * server refuses an append before the event that it conflicts with can be read: 24.10 up to 46 ms before.
 */
const DELAYS_MS = [1, 2, 4, 8, 16, 32, 64, 128]
/** Events that are read first; usually there is one. */
const FIRST_EVENTS = 10

/**
 * The revision at which a refused append may be repeated: that of the last of other programs' events that directly follow
 * the expected revision. Only what was read is one of those; an event that cannot be read is a conflict. Afterwards, reads of
 * the stream reach the revision that the server named.
 * @returns undefined if the conflict stands
 * @throws StoreUnavailable also when reads do not reach that revision within 255 ms
 */
export async function lastForeign(
  { stream, expected, actual }: ConcurrencyConflict,
  { examine, lastRevision }: Pick<Reader, 'examine' | 'lastRevision'>,
): Promise<bigint | undefined> {
  if (actual === 'no_stream') return undefined
  const delays = DELAYS_MS.values()
  const wait = async (): Promise<void> => {
    const { value, done } = delays.next()
    if (done)
      throw new StoreUnavailable(`KurrentDB cannot find revision ${actual} of ${stream}, which it has just named`)
    await sleep(value)
  }
  const untilReadable = async (): Promise<void> => {
    while (((await lastRevision(stream)) ?? -1n) < actual) await wait()
  }

  const before = typeof expected === 'bigint' ? expected : -1n
  if (before >= actual) await untilReadable()
  let foreign = before
  while (foreign < actual) {
    const read = await examine(stream, foreign + 1n, foreign === before ? FIRST_EVENTS : PAGE_EVENTS)
    if (read.to === foreign) await wait()
    foreign = read.foreign
    if (foreign < read.to) {
      if (read.to < actual) await untilReadable()
      break
    }
  }
  return foreign === before ? undefined : foreign
}
