// Finds the position of the log at a time.
import { abortable } from '../../../../kernel/concurrency/singleFlight.js'
import type { Waiting } from '../../../../kernel/ports/eventStore.js'
import { type Position, START } from '../../../../kernel/position.js'
import type { Reader } from './reader.js'

/** Events between two marks. */
const MARK_INTERVAL = 1_000

/** When an event was recorded, in milliseconds since the Unix epoch. */
interface Mark {
  readonly position: Position
  readonly at: number
}

/**
 * Finds positions by time. A position in KurrentDB is an offset in a file, and reads must start at an existing event, so
 * binary search is impossible. Instead the log is scanned from the nearer of the two known marks around that time; the
 * scan leaves marks for later ones, which stay valid because the log before them never changes. One scan runs at a time:
 * the next ones start at its marks, so that many concurrent requests take hardly longer than the one for the earliest time.
 */
export function createTimeline(reader: Pick<Reader, 'newest' | 'readAll' | 'readBackwards'>) {
  /** In order of position. */
  const marks: Mark[] = []
  /** Settles when the last queued scan has ended. */
  let last: Promise<unknown> = Promise.resolve()

  function addMark(mark: Mark): void {
    const index = firstAfter(marks, ({ position }) => position > mark.position)
    if (marks[index - 1]?.position !== mark.position) marks.splice(index, 0, mark)
  }

  /** From a position known to be recorded at or before the time. */
  async function forwards(from: Position, time: number, signal?: AbortSignal): Promise<Position> {
    let found = from
    let scanned = 0
    for await (const { position, recordedAt } of reader.readAll({ after: from, signal })) {
      const at = Date.parse(recordedAt)
      if (at > time) break
      found = position
      if (++scanned % MARK_INTERVAL === 0) addMark({ position, at })
    }
    return found
  }

  async function backwards(before: Position, time: number, signal?: AbortSignal): Promise<Position> {
    let scanned = 0
    for await (const { position, recordedAt } of reader.readBackwards(before, signal)) {
      const at = Date.parse(recordedAt)
      if (at <= time) return position
      if (++scanned % MARK_INTERVAL === 0) addMark({ position, at })
    }
    return START
  }

  function scan(end: Mark, time: number, signal?: AbortSignal): Promise<Position> {
    const index = firstAfter(marks, ({ at }) => at > time)
    const later = marks[index] ?? end
    const earlier = marks[index - 1]
    const isNearer = earlier && time - earlier.at < later.at - time
    return isNearer ? forwards(earlier.position, time, signal) : backwards(later.position, time, signal)
  }

  function enqueue<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const done = last.then(() => {
      signal?.throwIfAborted()
      return work()
    })
    // An aborted caller does not fail the others. An unavailable store fails all queued callers: one by one, each would
    // wait for its timeout.
    const over = done.catch((error: unknown) => {
      if (!signal?.aborted) throw error
    })
    last = over
    over.catch(() => {
      if (last === over) last = Promise.resolve()
    })
    return abortable(done, signal)
  }

  /** @throws StoreUnavailable, or the signal's reason */
  return async (time: number, { signal }: Waiting = {}): Promise<Position> => {
    const newest = await reader.newest(signal)
    if (!newest) return START
    const at = Date.parse(newest.recordedAt)
    const end = { position: newest.position, at }
    return at <= time ? end.position : enqueue(signal, () => scan(end, time, signal))
  }
}

/** Binary search: index of the first mark for which `isBeyond` holds. */
function firstAfter(marks: readonly Mark[], isBeyond: (mark: Mark) => boolean): number {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBeyond(marks[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
