// Reads events that have left the LMDB log from their segment files.
import { dirname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { withTimeout } from '../../../kernel/concurrency/timeout.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { ArchivedSegment } from '../../../kernel/ports/logArchive.js'
import type { BlockEvents } from '../../segments/block.js'
import { DamagedSegment, ForeignSegment } from '../../segments/damage.js'
import { type OpenSegment, openSegment } from '../../segments/read.js'
import type { ArchiveTable } from './archiveTable.js'
import { toNumber, toPosition } from './position.js'
import { createSegmentFiles, SegmentAway, type SegmentFiles } from './segmentFiles.js'

/** Footers, and decompressed blocks of about a megabyte, that are kept for further reads. */
const MAX_SEGMENTS = 16
const MAX_BLOCKS = 8
/** Callers must get an error within 5 s when the bucket does not answer. */
const PATIENCE_MS = 4_000

/** The directory of the archive, unless another is set. @param path the file of the log */
export const archiveBeside = (path: string): string => join(dirname(path), 'archive')

export const filesBeside = (path: string): SegmentFiles => createSegmentFiles({ directory: archiveBeside(path) })

interface ArchivedBlock {
  readonly events: BlockEvents
  /** Number of the last event. */
  readonly last: number
}

/** What readers need of the archive. Reads throw DamagedSegment, or SegmentAway: they run within `reach`. */
export interface Archived {
  /**
   * Runs a synchronous read, and again after fetching each segment that it lacks; a promise only if it lacks one.
   * @throws what the read throws; BucketError, DamagedSegment
   */
  reach<T>(read: () => T): T | Promise<T>
  /** The same for those who have to answer soon: the download goes on without them. @throws StoreUnavailable */
  reachSoon<T>(read: () => T): T | Promise<T>
  /** Gets what a read lacked. @throws BucketError, DamagedSegment; StoreUnavailable when it takes long */
  fetchSoon(away: SegmentAway): Promise<void>
  /** Whether segments contain the events up to this number, also those that another process has archived. */
  coversNow(number: number): boolean
  /** The block with the first event after a number; undefined when it is in the live log. */
  blockAfter(number: number): ArchivedBlock | undefined
  /** Number of the last event of the segment with the first event after a number, which is archived. */
  endOfSegment(number: number): number
  /** An event; undefined when no segment has it. */
  event(number: number): Recorded | undefined
  /**
   * Between which numbers the archive has the last event that was not recorded later than a time, milliseconds since the epoch.
   * @returns the number of an event that was not (0 before the first), and of one that was, unless the archive ends before
   */
  around(time: number): { readonly earlier: number; readonly later: number | undefined }
}

/** @throws DataDirectoryError when a file is missing, or has another size */
export function openArchived(table: ArchiveTable, files: SegmentFiles): Archived {
  let segments = table.segments()
  let end = endOf(segments)
  const open = new LRUCache<string, OpenSegment>({ max: MAX_SEGMENTS })
  const blocks = new LRUCache<string, BlockEvents>({ max: MAX_BLOCKS })
  files.require(segments)

  function opened(segment: ArchivedSegment): OpenSegment {
    const known = open.get(segment.file)
    if (known) return known
    const path = files.pathOf(segment)
    const found = openSegment(path)
    if (found.digest !== segment.digest) throw new ForeignSegment(path)
    files.touch(segment)
    open.set(segment.file, found)
    return found
  }

  /** The bucket has a whole copy of a file that is not here, or is damaged. */
  function orAway<T>(segment: ArchivedSegment, read: () => T): T {
    try {
      return read()
    } catch (error) {
      if (files.bucket === undefined || !(error instanceof DamagedSegment)) throw error
      open.delete(segment.file)
      throw new SegmentAway(segment, error)
    }
  }

  async function fetch(away: SegmentAway): Promise<void> {
    await files.fetch(away)
    await files.evict(segments)
  }

  const fetchSoon = (away: SegmentAway): Promise<void> =>
    withTimeout(PATIENCE_MS, fetch(away), () => new StoreUnavailable(`${away.message}, which is slow`))

  function reachBy(fetchOf: typeof fetch) {
    const again = async <T>(read: () => T, away: SegmentAway): Promise<T> => {
      await fetchOf(away)
      return reach(read)
    }
    const reach = <T>(read: () => T): T | Promise<T> => {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof SegmentAway)) throw error
        return again(read, error)
      }
    }
    return reach
  }

  function blockAfter(number: number): ArchivedBlock | undefined {
    if (number >= end) return undefined
    const after = toPosition(number)
    const segment = firstAfter(segments, after)!
    return orAway(segment, () => {
      const { footer, read } = opened(segment)
      const block = firstAfter(footer.blocks, after)!
      const key = `${block.at} ${segment.file}`
      const events = blocks.get(key) ?? read(block)
      blocks.set(key, events)
      return { events, last: toNumber(block.last) }
    })
  }

  return {
    reach: reachBy(fetch),
    reachSoon: reachBy(fetchSoon),
    fetchSoon,
    coversNow(number) {
      if (number <= end) return true
      segments = table.segments()
      end = endOf(segments)
      return number <= end
    },
    blockAfter,
    endOfSegment: (number) => toNumber(firstAfter(segments, toPosition(number))!.last),
    event(number) {
      const found = blockAfter(number - 1)
      const index = found?.events.positions.indexOf(toPosition(number)) ?? -1
      return index < 0 ? undefined : found!.events.event(index)
    },
    around(time) {
      const index = segments.findIndex(({ lastTime }) => Date.parse(lastTime) > time)
      if (index < 0) return { earlier: end, later: undefined }
      return { earlier: endOf(segments.slice(0, index)), later: toNumber(segments[index]!.last) }
    },
  }
}

const endOf = (segments: readonly ArchivedSegment[]): number =>
  segments.length === 0 ? 0 : toNumber(segments.at(-1)!.last)

/** The first of a sorted list that ends after a position. */
function firstAfter<T extends { readonly last: string }>(sorted: readonly T[], after: string): T | undefined {
  let low = 0
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >>> 1
    if (sorted[middle]!.last > after) high = middle
    else low = middle + 1
  }
  return sorted[low]
}
