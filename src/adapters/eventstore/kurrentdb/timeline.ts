import { abortable } from '../../../kernel/concurrency/singleFlight.js'
import { type Position, START } from '../../../kernel/position.js'
import type { Reader } from './reader.js'

/** A mark is kept after so many events that were passed. */
const EVERY = 1_000

interface Mark {
  readonly position: Position
  readonly at: number
}

/**
 * Finds positions by time. A position in KurrentDB is a place in a file, and nothing can be read from a place that is no
 * record's: there is no halving. So the log is walked, from the nearer of the two places around that time that are known,
 * and marks are left, which serve from then on; the log before them never changes. One walk at a time: those that wait
 * for it begin at its marks, so that many moments asked for at once take hardly longer than the earliest.
 */
export function createTimeline(reader: Pick<Reader, 'newest' | 'readAll' | 'readAllBackwards'>) {
  /** In order. */
  const marks: Mark[] = []
  /** When the last of the walks that were asked for is over. */
  let last: Promise<unknown> = Promise.resolve()

  function leave(mark: Mark): void {
    const index = firstAfter(marks, ({ position }) => position > mark.position)
    if (marks[index - 1]?.position !== mark.position) marks.splice(index, 0, mark)
  }

  async function forwards({ position: from }: Mark, time: number, signal?: AbortSignal): Promise<Position> {
    let found = from
    let passed = 0
    for await (const { position, recordedAt } of reader.readAll({ after: from, signal })) {
      const at = Date.parse(recordedAt)
      if (at > time) break
      found = position
      if (++passed % EVERY === 0) leave({ position, at })
    }
    return found
  }

  async function backwards({ position: from }: Mark, time: number, signal?: AbortSignal): Promise<Position> {
    let passed = 0
    for await (const { position, recordedAt } of reader.readAllBackwards(from, signal)) {
      const at = Date.parse(recordedAt)
      if (at <= time) return position
      if (++passed % EVERY === 0) leave({ position, at })
    }
    return START
  }

  function walk(end: Mark, time: number, signal?: AbortSignal): Promise<Position> {
    const index = firstAfter(marks, ({ at }) => at > time)
    const later = marks[index] ?? end
    const earlier = marks[index - 1]
    const isNearer = earlier && time - earlier.at < later.at - time
    return isNearer ? forwards(earlier, time, signal) : backwards(later, time, signal)
  }

  function inTurn<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const done = last.then(() => {
      signal?.throwIfAborted()
      return work()
    })
    // Who goes fails nobody else. A store that is away fails all who wait: one by one, each would wait for it anew.
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
  return async (time: number, signal?: AbortSignal): Promise<Position> => {
    const newest = await reader.newest(signal)
    if (!newest) return START
    const end = { position: newest.position, at: Date.parse(newest.recordedAt) }
    return end.at <= time ? end.position : inTurn(signal, () => walk(end, time, signal))
  }
}

/** Index of the first that is beyond; those before it are not. */
function firstAfter(marks: readonly Mark[], isBeyond: (mark: Mark) => boolean): number {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBeyond(marks[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
