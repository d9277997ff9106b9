// The requests that reads of the log and of streams make, page by page.
import { BACKWARDS, END, START as FIRST, FORWARDS } from '@kurrent/kurrentdb-client'
import { later, type Position, START } from '../../../../kernel/position.js'
import { filterOf, type Naming } from '../format/naming.js'
import { toPlace } from '../format/position.js'
import type { Reading, ReadOpen } from './pages.js'

const requiresLeader = true

/** Where our log begins on the server. */
export interface Origin {
  /** Nothing of ours is before this position. */
  readonly position: Position
  /** Name on the server of the stream that has an event there. */
  readonly stream: string | undefined
}

export type Readings = ReturnType<typeof createReadings>

export function createReadings(naming: Naming, origin: () => Origin) {
  /** Where reads of what follows a position start: what precedes our log is never examined. */
  function fromPosition(after: Position) {
    const from = later(after, origin().position)
    return from === START ? FIRST : toPlace(from)
  }

  return {
    fromPosition,
    /** @param from the first revision; undefined for the last one, backwards */
    ofStream: (stream: string, from: bigint | undefined, count: number, backwards = false): Reading => ({
      count,
      open: (client, maxCount) =>
        client.readStream(naming.prefix + stream, {
          fromRevision: from ?? END,
          direction: backwards ? BACKWARDS : FORWARDS,
          maxCount,
          requiresLeader,
        }),
    }),
    /** @param name of the stream on the server */
    firstOf: (name: string): Reading => {
      const open: ReadOpen = (client, maxCount) => client.readStream(name, { maxCount, requiresLeader })
      return { count: 1, open }
    },
    ofAll: (after: Position, count: number, types?: ReadonlySet<string>): Reading => ({
      count,
      after,
      open: (client, maxCount) =>
        client.readAll({
          fromPosition: fromPosition(after),
          filter: filterOf(naming, { types }),
          maxCount,
          requiresLeader,
        }),
    }),
    /** @param before the position after the first event; undefined for the end */
    ofAllBackwards: (before: Position | undefined, count: number): Reading => ({
      count,
      until: origin().position,
      open: (client, maxCount) =>
        client.readAll({
          fromPosition: before === undefined ? END : toPlace(before),
          direction: BACKWARDS,
          filter: filterOf(naming, { and: origin().stream }),
          maxCount,
          requiresLeader,
        }),
    }),
  }
}
