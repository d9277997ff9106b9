// Reads the segment files of the archive, and compares them with what the log knows of them.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DamagedSegment } from '../../adapters/segments/damage.js'
import { checkSegment } from '../../adapters/segments/read.js'
import { CHAIN_START } from '../../kernel/chain.js'
import type { ArchivedSegment, LogArchive } from '../../kernel/ports/logArchive.js'
import { LOCK } from './run.js'

const REMEDY = 'replace it by a copy, or restore the log from a backup'

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
  return names.filter((name) => !known.has(name)).sort()
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
    const problem = segment.linkBefore === link ? await problemOf(path, segment) : 'it does not follow the one before'
    if (problem !== undefined) problems.push(`${path}: ${problem}: ${REMEDY}`)
    link = segment.linkAfter
    onSegment(segment)
  }
  const events = segments.reduce((sum, segment) => sum + segment.events, 0)
  return { segments: segments.length, events, problems, others: await otherFiles(archive, segments) }
}

async function problemOf(path: string, { sha256, digest }: ArchivedSegment): Promise<string | undefined> {
  try {
    const found = await checkSegment(path)
    return found.sha256 === sha256 && found.digest === digest ? undefined : 'it is not the file that was archived'
  } catch (error) {
    if (!(error instanceof DamagedSegment)) throw error
    return (error.cause as Error | undefined)?.message ?? error.message
  }
}
