// Reads the segment files of the archive, and compares them with what the log knows of them.
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FETCHED } from '../../adapters/eventstore/lmdb/segmentFiles.js'
import { DamagedSegment, UnreadableSegment } from '../../adapters/segments/damage.js'
import { checkSegment } from '../../adapters/segments/read.js'
import { CHAIN_START } from '../../kernel/chain.js'
import type { ArchivedSegment, LogArchive } from '../../kernel/ports/logArchive.js'
import { LOCK } from './run.js'

const REMEDY = 'replace it by a copy, or restore the log from a backup'

interface Problem {
  readonly what: string
  /** Instead of what helps with damage. */
  readonly remedy?: string
}

const ANOTHER: Problem = { what: 'it is not the file that was archived' }

export interface ArchiveVerified {
  readonly segments: number
  readonly events: number
  /** In words; each names its file. */
  readonly problems: readonly string[]
  /** Files in the directory that are not a part of the log. */
  readonly others: readonly string[]
}

/** Files in the directory of the archive that are not a part of the log: copies, or what a run left that was interrupted. */
export async function otherFiles({ directory }: LogArchive, segments: readonly ArchivedSegment[]): Promise<string[]> {
  const known = new Set([LOCK, ...segments.map(({ file }) => file)])
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => !known.has(name) && !FETCHED.test(name)).sort()
}

/** @param onSegment called after each file */
export async function verifyArchive(
  archive: LogArchive,
  onSegment: (segment: ArchivedSegment) => void = () => {},
): Promise<ArchiveVerified> {
  const segments = await archive.segments()
  const problems: string[] = []
  let link = CHAIN_START
  for (const segment of segments) {
    const path = join(archive.directory, segment.file)
    const report = (where: string, problem: Problem | undefined, remedy = REMEDY) => {
      if (problem) problems.push(`${where}: ${problem.what}: ${problem.remedy ?? remedy}`)
    }
    if (segment.linkBefore !== link) report(path, { what: 'it does not follow the one before' })
    else if (archive.bucket === undefined) report(path, await problemOf(path, segment))
    else {
      const uploaded = await problemUploaded(archive, segment)
      report(`${segment.file} in ${archive.bucket}`, uploaded)
      // The bucket has a whole one.
      if (existsSync(path)) report(path, await problemOf(path, segment), uploaded ? REMEDY : 'delete it')
    }
    link = segment.linkAfter
    onSegment(segment)
  }
  const events = segments.reduce((sum, segment) => sum + segment.events, 0)
  return { segments: segments.length, events, problems, others: await otherFiles(archive, segments) }
}

async function problemUploaded(archive: LogArchive, segment: ArchivedSegment): Promise<Problem | undefined> {
  try {
    return (await archive.isUploaded(segment)) ? undefined : { what: 'it is missing' }
  } catch (error) {
    if (!(error instanceof DamagedSegment)) throw error
    return ANOTHER
  }
}

async function problemOf(path: string, { sha256, digest }: ArchivedSegment): Promise<Problem | undefined> {
  try {
    const found = await checkSegment(path)
    return found.sha256 === sha256 && found.digest === digest ? undefined : ANOTHER
  } catch (error) {
    if (error instanceof UnreadableSegment) return { what: 'it cannot be read', remedy: error.advice }
    if (!(error instanceof DamagedSegment)) throw error
    return { what: (error.cause as Error | undefined)?.message ?? error.message }
  }
}
