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
 * and marks are left, which serve from then on; the log before them never changes.
 */
export function createTimeline(reader: Reader) {
  /** In order. */
  const marks: Mark[] = []

  function leave(mark: Mark): void {
    const index = firstAfter(marks, ({ position }) => position > mark.position)
    if (marks[index - 1]?.position !== mark.position) marks.splice(index, 0, mark)
  }

  async function newest(): Promise<Mark | undefined> {
    for await (const { position, recordedAt } of reader.readAllBackwards())
      return { position, at: Date.parse(recordedAt) }
    return undefined
  }

  async function forwards({ position: from }: Mark, time: number): Promise<Position> {
    let found = from
    let passed = 0
    for await (const { position, recordedAt } of reader.readAll({ after: from })) {
      const at = Date.parse(recordedAt)
      if (at > time) break
      found = position
      if (++passed % EVERY === 0) leave({ position, at })
    }
    return found
  }

  async function backwards({ position: from }: Mark, time: number): Promise<Position> {
    let passed = 0
    for await (const { position, recordedAt } of reader.readAllBackwards(from)) {
      const at = Date.parse(recordedAt)
      if (at <= time) return position
      if (++passed % EVERY === 0) leave({ position, at })
    }
    return START
  }

  return async (time: number): Promise<Position> => {
    const end = await newest()
    if (!end) return START
    if (end.at <= time) return end.position
    const index = firstAfter(marks, ({ at }) => at > time)
    const later = marks[index] ?? end
    const earlier = marks[index - 1]
    if (!earlier) return backwards(later, time)
    return time - earlier.at < later.at - time ? forwards(earlier, time) : backwards(later, time)
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
