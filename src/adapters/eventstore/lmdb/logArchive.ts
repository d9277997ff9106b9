// Lets the oldest events leave the LMDB log, once segment files contain them.

import type { ArchivedSegment, LogArchive } from '../../../kernel/ports/logArchive.js'
import { START } from '../../../kernel/position.js'
import { readingFresh } from '../../lmdb/databases.js'
import { closeEnvironment, openEnvironment } from '../../lmdb/environment.js'
import { transact } from '../../lmdb/groupCommit.js'
import { filesBeside, openArchived } from './archived.js'
import { openArchiveTable } from './archiveTable.js'
import { openLog } from './log.js'
import { toNumber, toPosition } from './position.js'
import type { SegmentFiles } from './segmentFiles.js'

/**
 * @param path the file of the log
 * @param files the segment files; by default in `archive` beside the file
 * @throws DataDirectoryError when one is missing
 */
export function createLmdbLogArchive(
  path: string,
  files: SegmentFiles = filesBeside(path),
): LogArchive & { close(): Promise<void> } {
  const environment = openEnvironment(path)
  const table = openArchiveTable(environment)
  const log = openLog(environment)
  const archived = openArchived(table, files)

  const fresh = <T>(read: () => T): T => readingFresh(environment, read)

  return {
    directory: files.directory,
    bucket: files.bucket,
    segments: async () => fresh(table.segments),
    async upload(segment) {
      if (files.bucket === undefined) return segment
      await files.upload(segment)
      const uploaded: ArchivedSegment = { ...segment, bucket: files.bucket }
      await transact(environment, () => {
        if (table.segments().some(({ file, sha256 }) => file === segment.file && sha256 === segment.sha256))
          table.set(uploaded)
      })
      return uploaded
    },
    isUploaded: files.isUploaded,
    evict: async () => files.evict(fresh(table.segments)),
    async add(segment) {
      await transact(environment, () => {
        const end = table.segments().at(-1)?.last ?? START
        if (segment.first <= end)
          throw new RangeError(`${segment.file} does not follow the archived events, up to ${end}`)
        if (segment.last >= toPosition(log.last()))
          throw new RangeError(`${segment.file} has the last event of the log`)
        table.set(segment)
      })
    },
    async trim(isKept) {
      const trimmed = fresh(table.trimmed)
      const block = await archived.reach(() =>
        fresh(() => (archived.coversNow(trimmed + 1) ? archived.blockAfter(trimmed) : undefined)),
      )
      if (!block) return false
      const { events, last } = block
      const leaving = events.positions.filter((_, index) => !isKept(events.type(index)))
      await transact(environment, () => {
        // Another process may have done it.
        if (table.trimmed() !== trimmed) return
        for (const position of leaving) log.remove(toNumber(position))
        table.setTrimmed(last)
      })
      return true
    },
    close: () => closeEnvironment(environment),
  }
}
