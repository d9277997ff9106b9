// Reads events that have left the LMDB log from their segment files.
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Recorded } from '../../../kernel/envelope.js'
import type { ArchivedSegment } from '../../../kernel/ports/logArchive.js'
import { DataDirectoryError } from '../../dataDirectory/error.js'
import type { BlockEvents } from '../../segments/block.js'
import { DamagedSegment } from '../../segments/damage.js'
import { type OpenSegment, openSegment } from '../../segments/read.js'
import type { ArchiveTable } from './archiveTable.js'
import { toNumber, toPosition } from './position.js'

/** Footers, and decompressed blocks of about a megabyte, that are kept for further reads. */
const MAX_SEGMENTS = 16
const MAX_BLOCKS = 8

/** The directory of the archive, unless another is set. @param path the file of the log */
export const archiveBeside = (path: string): string => join(dirname(path), 'archive')

interface ArchivedBlock {
  readonly events: BlockEvents
  /** Number of the last event. */
  readonly last: number
}

/** What readers need of the archive. Reads throw DamagedSegment. */
export interface Archived {
  /** Whether segments contain the events up to this number, as far as this process knows. */
  covers(number: number): boolean
  /** The same, after looking at what other processes have archived. */
  coversNow(number: number): boolean
  /** The block with the first event after a number; undefined when it is in the live log. */
  blockAfter(number: number): ArchivedBlock | undefined
  /** Number of the last event of the segment with the first event after a number, which is archived. */
  endOfSegment(number: number): number
  /** An event; undefined when no segment has it. */
  event(number: number): Recorded | undefined
}

/** @throws DataDirectoryError when a file is missing, or has another size */
export function openArchived(table: ArchiveTable, directory: string): Archived {
  let segments = table.segments()
  let end = endOf(segments)
  const open = new LRUCache<string, OpenSegment>({ max: MAX_SEGMENTS })
  const blocks = new LRUCache<string, BlockEvents>({ max: MAX_BLOCKS })
  for (const segment of segments) requireFile(join(directory, segment.file), segment)

  function opened({ file, digest }: ArchivedSegment): OpenSegment {
    const known = open.get(file)
    if (known) return known
    const path = join(directory, file)
    const segment = openSegment(path)
    if (segment.digest !== digest)
      throw new DamagedSegment(path, undefined, 'it is not the segment that was archived: replace it by a copy of that')
    open.set(file, segment)
    return segment
  }

  function blockAfter(number: number): ArchivedBlock | undefined {
    if (number >= end) return undefined
    const after = toPosition(number)
    const segment = firstAfter(segments, after)!
    const { footer, read } = opened(segment)
    const block = firstAfter(footer.blocks, after)!
    const key = `${block.at} ${segment.file}`
    const events = blocks.get(key) ?? read(block)
    blocks.set(key, events)
    return { events, last: toNumber(block.last) }
  }

  return {
    covers: (number) => number <= end,
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

function requireFile(path: string, { bytes, first, last }: ArchivedSegment): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === bytes) return
  const what = size === undefined ? 'is missing' : `has ${size} bytes instead of ${bytes}`
  throw new DataDirectoryError(
    `${path} ${what}: it contains the events ${toNumber(first)} to ${toNumber(last)} of this log. Set ARCHIVE_DIR to the directory that has it, or put a copy there`,
  )
}
