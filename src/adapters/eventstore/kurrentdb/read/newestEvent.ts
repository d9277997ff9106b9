// Finds the newest of our events among those of other programs.
import { BACKWARDS, END } from '@kurrent/kurrentdb-client'
import type { Recorded } from '../../../../kernel/envelope.js'
import type { Position } from '../../../../kernel/position.js'
import { filterOf, type Naming } from '../format/naming.js'
import { toPlace } from '../format/position.js'
import type { ReadOpen, ReadPage } from './pages.js'

/** What an earlier search found: our newest event, and that no event of ours follows it up to `examined`. */
interface Found {
  readonly newest: Recorded | undefined
  readonly examined: Position
}

const requiresLeader = true

/** The last event of the server's log, of any program. */
export const readLast: ReadOpen = (client, maxCount) =>
  client.readAll({ fromPosition: END, direction: BACKWARDS, maxCount, requiresLeader })

/**
 * Finds our newest event. Only the first search makes the server examine everything that
 * other programs have written since that event; later ones start where the last one ended.
 * @param search finds our newest event from the end of the log backwards
 */
export function createFindNewest(
  readPage: ReadPage,
  naming: Naming,
  search: (signal?: AbortSignal) => Promise<Recorded | undefined>,
) {
  let found: Found | undefined

  /** Whether there may be events of ours after a position. */
  async function hasNews(after: Position, signal?: AbortSignal): Promise<boolean> {
    const open: ReadOpen = (client, maxCount) =>
      client.readAll({ fromPosition: toPlace(after), filter: filterOf(naming), maxCount, requiresLeader })
    // The event at the position itself may be one of them.
    const { events, last } = await readPage({ count: 2, open }, signal)
    return !last || events.some(({ position }) => position > after)
  }

  async function find(known: Found | undefined, signal?: AbortSignal): Promise<Found | undefined> {
    const { events, to: end } = await readPage({ count: 1, open: readLast }, signal)
    const [last] = events
    if (!end) return undefined
    if (last) return { newest: last, examined: last.position }
    const examined = end.position
    // A log that is shorter than before was restored from a backup.
    const isUsable = known !== undefined && known.examined <= examined
    if (isUsable && (known.examined === examined || !(await hasNews(known.examined, signal))))
      return { newest: known.newest, examined }
    const newest = await search(signal)
    return { newest, examined: newest && newest.position > examined ? newest.position : examined }
  }

  return async (signal?: AbortSignal): Promise<Recorded | undefined> => {
    const known = found
    try {
      found = await find(known, signal)
      return found?.newest
    } catch (error) {
      // Perhaps the log no longer has that position.
      if (found === known) found = undefined
      throw error
    }
  }
}
