// Reads the log, to find damage and to prove what is there by a chain of hashes.
import { CHAIN_START, createLink } from '../../kernel/chain.js'
import type { Recorded } from '../../kernel/envelope.js'
import { type ChainLink, type ChainLinks, RANGE_EVENTS } from '../../kernel/ports/chainLinks.js'
import type { Damage, EventStore } from '../../kernel/ports/eventStore.js'
import { type Position, START } from '../../kernel/position.js'
import { createPause } from './pause.js'

interface CheckDependencies {
  readonly store: Pick<EventStore, 'inspect'>
  readonly links: ChainLinks
  /** Positions of events that are set aside, which prove nothing any more. */
  readonly setAside: () => Promise<readonly Position[]>
  readonly rangeEvents?: number
}

interface CheckOptions {
  /** Only what follows the last stored link; by default everything. */
  readonly onlyNew?: boolean
  readonly signal: AbortSignal
  /** Called after each part, with the events read so far. */
  readonly onProgress?: (events: number, position: Position) => void
  /** Pause after each part, as a multiple of the time that it took; none by default. */
  readonly rest?: number
}

export interface LogChecked {
  /** Events that can be read. */
  readonly events: number
  /** Everything up to here was read. */
  readonly position: Position
  /** Ranges whose stored link agrees with what was read. */
  readonly proven: number
  /** Ranges whose link was added. */
  readonly added: number
  /** The links of all whole ranges, as they were read; up to the first range that cannot be proven. */
  readonly links: readonly ChainLink[]
  readonly damage: readonly Damage[]
}

/** Keeps the result, and the memory, small if everything is damaged. */
export const MAX_DAMAGE = 1_000

type CheckLog = (options: CheckOptions) => Promise<LogChecked>

export const createCheckLog =
  ({ store, links, setAside, rangeEvents = RANGE_EVENTS }: CheckDependencies): CheckLog =>
  async ({ onlyNew = false, signal, onProgress, rest = 0 }) => {
    const stored = await links.all()
    const start = onlyNew ? stored.at(-1) : undefined
    const damage: Damage[] = []
    const ranges = createRanges({ stored, start, lost: await setAside(), rangeEvents, report })
    let events = 0
    let position = start?.last ?? START
    let added = 0

    function report(found: Damage): void {
      if (damage.length < MAX_DAMAGE) damage.push(found)
    }

    const pause = createPause(rest, signal)
    for await (const part of store.inspect({ after: position, signal })) {
      for (const found of part.damage) report(found)
      const lost = part.damage.filter(({ isLost }) => isLost)
      for (const event of part.events) {
        while (lost[0] && lost[0].position! < event.position) ranges.lose(lost.shift()!)
        const link = ranges.add(event)
        if (!link) continue
        await links.add(link)
        added++
      }
      for (const found of lost) ranges.lose(found)
      events += part.events.length
      position = part.position
      onProgress?.(events, position)
      await pause()
    }
    const { proven, known } = ranges.end(position)
    return { events, position, proven, added, links: known, damage }
  }

interface RangesOptions {
  readonly stored: readonly ChainLink[]
  /** Start after this range. */
  readonly start: ChainLink | undefined
  readonly lost: readonly Position[]
  readonly rangeEvents: number
  readonly report: (damage: Damage) => void
}

/** Computes the link of each range, and compares it with the stored one. */
function createRanges({ stored, start, lost, rangeEvents, report }: RangesOptions) {
  const known: ChainLink[] = []
  let range = (start?.range ?? 0) + 1
  let first = start?.last ?? START
  let count = 0
  let proven = 0
  let link = createLink(start?.link ?? CHAIN_START)
  /** Whether all events since the last stored link could be read. */
  let isWhole = true

  function next(before: string, last: Position): void {
    first = last
    range++
    count = 0
    link = createLink(before)
  }

  /** Ends a range that has a stored link. */
  function compare(expected: ChainLink): void {
    if (link.end() === expected.link) {
      proven++
      known.push(expected)
    } else if (isWhole && !lost.some((position) => position > first && position <= expected.last)) {
      const problem = `range ${range}, up to ${expected.last} (${expected.until}), is not what its chain link proves: events were changed, added or removed`
      report({ position: null, problem })
    }
    isWhole = true
    next(expected.link, expected.last)
  }

  /** Ends the ranges with a stored link before a position: their last event may be unreadable. */
  function endBefore(position: Position): void {
    while (stored[range - 1] && position > stored[range - 1]!.last) compare(stored[range - 1]!)
  }

  return {
    /** @returns a link to store */
    add(event: Recorded): ChainLink | undefined {
      endBefore(event.position)
      const expected = stored[range - 1]
      link.add(event)
      count++
      if (expected) {
        if (event.position === expected.last) compare(expected)
        return undefined
      }
      if (!isWhole || count < rangeEvents) return undefined
      const added: ChainLink = { range, last: event.position, until: event.recordedAt, link: link.end() }
      known.push(added)
      next(added.link, added.last)
      return added
    },
    /** Events cannot be read. */
    lose({ position, last }: Damage): void {
      endBefore(position!)
      isWhole = false
      while (last && stored[range - 1] && last > stored[range - 1]!.last) {
        compare(stored[range - 1]!)
        isWhole = false
      }
    },
    /** @param end everything up to here was read */
    end(end: Position): { proven: number; known: readonly ChainLink[] } {
      for (const { range: missing, last, until } of stored.slice(range - 1)) {
        if (last > end)
          report({
            position: null,
            problem: `range ${missing}, up to ${last} (${until}), is missing: the log ends before`,
          })
      }
      return { proven, known }
    },
  }
}
