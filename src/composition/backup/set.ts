// A set as a restore reads it: checked as a whole before anything is written.
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DamagedSegment, UnreadableSegment } from '../../adapters/segments/damage.js'
import type { Segment } from '../../adapters/segments/format.js'
import { checkSegment, digestOf, readSegment } from '../../adapters/segments/read.js'
import { CHAIN_START } from '../../kernel/chain.js'
import { iso } from '../../kernel/clock.js'
import type { Recorded } from '../../kernel/envelope.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import type { VaultRecord } from '../../kernel/ports/vault.js'
import { type Position, START } from '../../kernel/position.js'
import { filesOf, type Manifest, readManifest, type SetFile } from './manifest.js'
import { readLines } from './ndjson.js'
import type { SavedRecord } from './parts.js'
import { BackupError, withFileErrors } from './problem.js'

/** Where a restore ends: at the last event of the set, or earlier. */
export interface End {
  readonly position?: Position | undefined
  /** Milliseconds since the epoch. */
  readonly time?: number | undefined
}

export type BackupSet = Awaited<ReturnType<typeof openSet>>

/**
 * Opens the set in a directory, and checks all of it: the manifest, every checksum, and the chain of the log.
 * @param onProgress called with the bytes checked so far, and the total
 * @throws BackupError
 */
export async function openSet(directory: string, onProgress: (bytes: number, total: number) => void = () => {}) {
  const path = resolve(directory)
  if ((await stat(path).catch(() => undefined))?.isFile()) {
    throw new BackupError(
      `${path} is a file: if it is a backup as a tar stream, unpack it with tar x, and name the directory`,
    )
  }
  const manifest = await withFileErrors(path, () => readManifest(path))
  if (!manifest) {
    throw new BackupError(
      `${path} contains no complete backup (manifest.json is missing): check the path, or run mailproof backup again if it was interrupted`,
    )
  }
  const pathOf = (file: string) => join(path, file)
  await withFileErrors(path, () => checkFiles(manifest, pathOf, onProgress))

  async function* eventsUpTo(end: Position, after = START): AsyncGenerator<Recorded, void> {
    for (const { file, first, last } of manifest!.log.segments) {
      if (first > end) return
      if (last <= after) continue
      for await (const event of readSegment(pathOf(file), { after })) {
        if (event.position > end) return
        yield event
      }
    }
  }

  return {
    path,
    manifest,
    pathOf,
    vault: () => readLines<VaultRecord>(pathOf(manifest.vault.file)),
    records: () => readLines<SavedRecord>(pathOf(manifest.records.file)),
    eventsUpTo,
    /** The log up to a position, for readers of logs. */
    log: (end: Position) =>
      ({
        readAll: ({ after = START } = {}) => eventsUpTo(end, after),
        head: async () => end,
      }) as Pick<EventStore, 'readAll' | 'head'> as EventStore,
    /** The last event that a restore to this end has. @throws BackupError when the set does not reach it, or starts after it */
    lastEventOf: (end: End) => lastEventOf(manifest, eventsUpTo, end),
  }
}

async function checkFiles(
  manifest: Manifest,
  pathOf: (file: string) => string,
  onProgress: (bytes: number, total: number) => void,
): Promise<void> {
  const files = filesOf(manifest)
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let checked = 0
  // The cheap check of all of them first: a set that was copied only in part is the most frequent case.
  for (const file of files) await checkSize(file, pathOf(file.file))
  let link = CHAIN_START
  for (const segment of manifest.log.segments) {
    const found = await checkSegmentFile(segment, pathOf(segment.file))
    if (found.linkBefore !== link) {
      throw new BackupError(
        `${pathOf(segment.file)} does not continue the segment before it: the set was mixed from two`,
      )
    }
    link = found.linkAfter
    checked += segment.bytes
    onProgress(checked, total)
  }
  if (link !== manifest.log.link) throw new BackupError(`${pathOf('')} lacks segments that its manifest counts`)
  for (const file of files.slice(manifest.log.segments.length)) {
    refuseDifferent(file, await digestOf(pathOf(file.file)), pathOf(file.file))
    checked += file.bytes
    onProgress(checked, total)
  }
}

async function checkSize({ bytes }: SetFile, path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new BackupError(`${path} is missing: copy it again, or use another copy of the set`)
    throw error
  })
  if (found.size === bytes) return
  const how = found.size < bytes ? 'truncated' : 'changed'
  throw new BackupError(`${path} was ${how} (${found.size} instead of ${bytes} bytes): use another copy of the set`)
}

async function checkSegmentFile(file: SetFile, path: string): Promise<Segment> {
  try {
    const found = await checkSegment(path)
    refuseDifferent(file, found, path)
    return found
  } catch (error) {
    if (!(error instanceof DamagedSegment)) throw error
    if (error instanceof UnreadableSegment) throw new BackupError(error.message, { cause: error })
    throw new BackupError(`${error.message}. Use another copy of the set`, { cause: error })
  }
}

function refuseDifferent({ sha256 }: SetFile, found: { readonly sha256: string }, path: string): void {
  if (found.sha256 === sha256) return
  throw new BackupError(
    `${path} is not the file that the manifest names: it was edited or damaged, or is of another set. Use another copy of the set`,
  )
}

/** @returns undefined when the set has no event */
async function lastEventOf(
  { log }: Manifest,
  eventsUpTo: (end: Position, after: Position) => AsyncIterable<Recorded>,
  { position = log.position, time }: End,
): Promise<Recorded | undefined> {
  if (position > log.position) {
    throw new BackupError(
      `the set ends at position ${log.position}${log.time ? ` (${log.time})` : ''}, before ${position}`,
    )
  }
  const until = time === undefined ? undefined : iso(time)
  const starts = ({ first, firstTime }: Segment) => first <= position && (until === undefined || firstTime <= until)
  const segment = log.segments.findLast(starts)
  let last: Recorded | undefined
  if (segment) {
    const before = log.segments[log.segments.indexOf(segment as (typeof log.segments)[number]) - 1]
    for await (const event of eventsUpTo(position, before?.last ?? START)) {
      if (until !== undefined && event.recordedAt > until) break
      last = event
    }
  }
  if (!last && log.events > 0)
    throw new BackupError(`the set has no event that early: it starts at ${log.segments[0]!.firstTime}`)
  return last
}
