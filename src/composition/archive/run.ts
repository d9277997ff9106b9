// Moves old months of the log to segment files, while the installation serves.
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { lock } from '../../adapters/dataDirectory/lock.js'
import { makeDirectory } from '../../adapters/dataDirectory/makeDirectory.js'
import { syncPath } from '../../adapters/dataDirectory/syncPath.js'
import { DamagedSegment } from '../../adapters/segments/damage.js'
import { checkSegment } from '../../adapters/segments/read.js'
import { writeSegment } from '../../adapters/segments/write.js'
import { staysLive } from '../../eventCategories.js'
import { CHAIN_START } from '../../kernel/chain.js'
import type { Recorded } from '../../kernel/envelope.js'
import { RANGE_EVENTS } from '../../kernel/ports/chainLinks.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import type { ArchivedSegment, LogArchive } from '../../kernel/ports/logArchive.js'
import { type Position, START } from '../../kernel/position.js'
import { withFileErrors } from '../backup/problem.js'

export const LOCK = 'archive.lock'
const UNFINISHED = /\.tmp$/
const NUMBER_DIGITS = 12

interface ArchiveRunOptions {
  /** Months that end at or before this instant are archived, milliseconds since the epoch. */
  readonly before: number
  /** Called after each segment. */
  readonly onSegment?: (segment: ArchivedSegment) => void
  /** Events of a segment at most. */
  readonly rangeEvents?: number
}

export interface Archiving {
  readonly events: Pick<EventStore, 'head' | 'positionAt' | 'eventAt' | 'readAll'>
  readonly archive: LogArchive
}

/**
 * Archives all months that have ended before an instant: writes a segment, reads it back, uploads it where there is a bucket, reads
 * it back from there, makes it a part of the log, then deletes its events from the live log. Segments from before the bucket are uploaded first. Interrupted at any point, it leaves a whole log, and the next run continues. The last
 * event stays live, and with it its month.
 * @returns the segments that were added
 * @throws DataDirectoryError, BackupError or StoreUnavailable
 */
export async function runArchive(
  { events, archive }: Archiving,
  { before, onSegment, rangeEvents = RANGE_EVENTS }: ArchiveRunOptions,
): Promise<readonly ArchivedSegment[]> {
  const { directory } = archive
  const run = async () => {
    makeDirectory(directory)
    const release = lock(join(directory, LOCK), new Date(), { advice: ', or wait until it has ended' })
    try {
      for (const name of await readdir(directory)) if (UNFINISHED.test(name)) await rm(join(directory, name))
      for (const segment of await archive.segments())
        if (archive.bucket !== undefined && segment.bucket !== archive.bucket) await archive.upload(segment)
      await archive.evict()
      await trimAll(archive)
      const added: ArchivedSegment[] = []
      const end = await endBefore(events, before)
      for (let done = await archive.segments(); ; ) {
        const written = await writeNext(events, directory, { done, end, rangeEvents })
        if (!written) return added
        const segment = await archive.upload(written)
        await archive.add(segment)
        await trimAll(archive)
        await archive.evict()
        done = [...done, segment]
        added.push(segment)
        onSegment?.(segment)
      }
    } finally {
      release()
    }
  }
  return withFileErrors(directory, run, '; the log is whole, run the command again')
}

async function trimAll(archive: LogArchive): Promise<void> {
  while (await archive.trim(staysLive));
}

/** The last position before the month of an instant. The last event of the log stays, and with it its month. */
async function endBefore(events: Archiving['events'], before: number): Promise<Position> {
  const end = await events.positionAt(startOfMonth(before) - 1)
  if (end < (await events.head())) return end
  const last = await events.eventAt(end)
  return last ? events.positionAt(startOfMonth(Date.parse(last.recordedAt)) - 1) : START
}

function startOfMonth(time: number): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}

interface NextOptions {
  /** The segments so far. */
  readonly done: readonly ArchivedSegment[]
  /** Position of the last event to archive. */
  readonly end: Position
  readonly rangeEvents: number
}

/** Writes the next segment: it ends with its month, or with a range of the chain. @returns undefined when there is none */
async function writeNext(
  store: Archiving['events'],
  directory: string,
  { done, end, rangeEvents }: NextOptions,
): Promise<ArchivedSegment | undefined> {
  const before = done.at(-1)
  const after = before?.last ?? START
  if (after >= end) return undefined
  const count = done.reduce((sum, { events }) => sum + events, 0)
  const limit = rangeEvents - (count % rangeEvents)
  const first = await firstOf(store.readAll({ after, limit: 1 }))
  if (!first || first.position > end) return undefined
  const month = first.recordedAt.slice(0, 7)

  async function* events(): AsyncGenerator<Recorded> {
    for await (const event of store.readAll({ after, limit })) {
      if (event.position > end || !event.recordedAt.startsWith(month)) return
      yield event
    }
  }

  const scratch = join(directory, `${month}.${process.pid}.tmp`)
  const written = await writeSegment(scratch, events(), { linkBefore: before?.linkAfter ?? CHAIN_START })
  if (!isDeepStrictEqual(await checkSegment(scratch), written))
    throw new DamagedSegment(scratch, undefined, 'it is not read back as it was written: check the disk')
  const numbers = [count + 1, count + written.events].map((number) => String(number).padStart(NUMBER_DIGITS, '0'))
  const file = `${month}.${numbers.join('-')}.seg`
  await rename(scratch, join(directory, file))
  await syncPath(directory)
  const { lastId: _, ...described } = written
  return { file, month, ...described }
}

async function firstOf<T>(items: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of items) return item
  return undefined
}
