// A search for the verifications that outcomes are about, newest first.
import { DAY_MS, MINUTE_MS } from '../../../kernel/time.js'
import { CLOCK_SKEW_MS, MATCH_DAYS, mayConcern, type Verification } from '../decide.js'

/** Times of the outcomes of each address, by keyed hash. */
export type OutcomeTimes = ReadonlyMap<number, readonly number[]>

/** A request of a month may be recorded this long after its end. */
export const LATE_MS = 10 * MINUTE_MS

export interface Search {
  /** Addresses with outcomes of which no verification was found yet. */
  readonly open: ReadonlyMap<number, readonly number[]>
  /** Only verifications of this time count: `from` is inclusive, `to` exclusive. */
  readonly from: number
  readonly to: number
  readonly found: ReadonlyMap<number, readonly Verification[]>
  isDone(): boolean
  /** Notes a verification of an address; the newest first. */
  note(address: number, verification: Verification): void
}

/** For each outcome, the newest verification that it may be about. */
export function createSearch(outcomes: OutcomeTimes): Search {
  const found = new Map<number, Verification[]>()
  const open = new Map(outcomes)
  const times = [...outcomes.values()].flat()
  return {
    open,
    from: Math.min(...times) - MATCH_DAYS * DAY_MS,
    to: Math.max(...times) + CLOCK_SKEW_MS + 1,
    found,
    isDone: () => open.size === 0,
    note(address, verification) {
      const waiting = open.get(address)
      if (!waiting) return
      const rest = waiting.filter((time) => !mayConcern(verification.at, time))
      if (rest.length === waiting.length) return
      found.set(address, [...(found.get(address) ?? []), verification])
      if (rest.length === 0) open.delete(address)
      else open.set(address, rest)
    },
  }
}
