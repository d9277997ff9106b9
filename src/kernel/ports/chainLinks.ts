// The port of stored chain links: proofs of ranges of the log, kept beside it.
import type { Position } from '../position.js'

/** Events of a range: each range but the last ends after this many. */
export const RANGE_EVENTS = 100_000

/** What proves a range of the log, and with it everything before. */
export interface ChainLink {
  /** Number of the range, from 1. */
  readonly range: number
  /** Position of its last event. */
  readonly last: Position
  /** When its last event was recorded, ISO 8601. */
  readonly until: string
  /** See `createLink`; 64 hexadecimal digits. */
  readonly link: string
}

export interface ChainLinks {
  /** All links, by range from 1, without gaps. @throws StoreUnavailable also when one of them is damaged */
  all(): Promise<readonly ChainLink[]>
  /** Adds the link of the next range. If it was added before, this does nothing. */
  add(link: ChainLink): Promise<void>
}
