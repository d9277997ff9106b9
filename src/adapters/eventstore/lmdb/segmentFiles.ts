// Where the segment files of the archive are: in a directory, or in a bucket, of which the directory has copies.
import { randomUUID } from 'node:crypto'
import { statSync, utimesSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSingleFlight } from '../../../kernel/concurrency/singleFlight.js'
import { type Bucket, BucketError } from '../../../kernel/ports/bucket.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { ArchivedSegment } from '../../../kernel/ports/logArchive.js'
import { DataDirectoryError } from '../../dataDirectory/error.js'
import { makeDirectory } from '../../dataDirectory/makeDirectory.js'
import { syncPath } from '../../dataDirectory/syncPath.js'
import { DamagedSegment, ForeignSegment, MissingSegment, UnreadableSegment } from '../../segments/damage.js'
import { digestOf } from '../../segments/read.js'
import { toNumber } from './position.js'

/** A download that has not ended. */
export const FETCHED = /\.fetched$/
/** After that it was left by a process that was killed. */
const LEFT_MS = 60 * 60_000
/** A bucket may show a new object a moment late. */
const STALE_PAUSES_MS = [0, 200, 1_000, 3_000, 5_000]
const DIGEST_DIGITS = 16

/** Where an installation has its segment files. */
export interface SegmentPlace {
  readonly directory: string
  readonly bucket?:
    | {
        readonly objects: Bucket
        /** Bytes of files that the directory may keep of those that are in the bucket. */
        readonly cacheBytes: number
      }
    | undefined
}

/** Thrown by synchronous reads: the segment has to be fetched first. */
export class SegmentAway extends StoreUnavailable {
  override readonly name = 'SegmentAway'
  constructor(
    readonly segment: ArchivedSegment,
    readonly damage: DamagedSegment,
  ) {
    super(`${segment.file} is in the bucket`)
  }
}

export interface SegmentFiles {
  readonly directory: string
  readonly bucket: string | undefined
  pathOf(segment: ArchivedSegment): string
  /** Checks that files are there that no bucket has. @throws DataDirectoryError when one is missing, or has another size */
  require(segments: readonly ArchivedSegment[]): void
  /** Says that a file is used. */
  touch(segment: ArchivedSegment): void
  /** Gets a file, or a whole copy of it, from the bucket. @throws BucketError, DamagedSegment */
  fetch(away: SegmentAway): Promise<void>
  /** See LogArchive. */
  upload(segment: ArchivedSegment): Promise<void>
  isUploaded(segment: ArchivedSegment): Promise<boolean>
  /** @param segments those of the log */
  evict(segments: readonly ArchivedSegment[]): Promise<void>
  /** Asks the bucket for one that is not here. @throws DataDirectoryError if it has none; BucketError */
  probe(segments: readonly ArchivedSegment[]): Promise<void>
  /** Ends downloads and uploads. */
  close(): void
}

export function createSegmentFiles({ directory, bucket }: SegmentPlace): SegmentFiles {
  const objects = bucket?.objects
  const share = createSingleFlight<void>()
  const pathOf = ({ file }: ArchivedSegment): string => join(directory, file)
  const urlOf = (segment: ArchivedSegment): string => `${objects!.place}/${keyOf(segment)}`
  const isHere = (segment: ArchivedSegment): boolean => sizeOf(pathOf(segment)) === segment.bytes

  /** @returns path of the file, which the caller renames or deletes; undefined when the bucket has no such object */
  async function download(segment: ArchivedSegment): Promise<string | undefined> {
    makeDirectory(directory)
    const path = `${pathOf(segment)}.${randomUUID()}.fetched`
    const outcome = await objects!.get(keyOf(segment), path, segment)
    if (outcome === 'different') throw new ForeignSegment(urlOf(segment))
    return outcome === 'same' ? path : undefined
  }

  async function isUploaded(segment: ArchivedSegment): Promise<boolean> {
    const path = await download(segment)
    if (path === undefined) return false
    await rm(path)
    return true
  }

  async function fetchNow({ segment, damage }: SegmentAway): Promise<void> {
    const path = pathOf(segment)
    // The file is what was archived, and yet cannot be read: the bucket has nothing better.
    const isReadable = !(damage instanceof UnreadableSegment)
    if (isReadable && isHere(segment) && (await digestOf(path)).sha256 === segment.sha256) throw damage
    const fetched = await download(segment)
    if (fetched === undefined) throw new MissingSegment(urlOf(segment), missing(segment))
    await rename(fetched, path)
    await removeLeft()
  }

  function missing(segment: ArchivedSegment): string {
    const { bucket: known } = segment
    const elsewhere = known !== undefined && known !== objects?.place ? `; it was uploaded to ${known}` : ''
    return `it contains the events ${toNumber(segment.first)} to ${toNumber(segment.last)} of this log${elsewhere}. Set ARCHIVE_BUCKET to the bucket that has it, or put a copy into ${directory}`
  }

  async function removeLeft(): Promise<void> {
    const before = Date.now() - LEFT_MS
    for (const name of await readdir(directory)) {
      if (!FETCHED.test(name)) continue
      const path = join(directory, name)
      const found = await stat(path).catch(() => undefined)
      if (found && found.mtimeMs < before) await rm(path, { force: true })
    }
  }

  return {
    directory,
    bucket: objects?.place,
    pathOf,
    isUploaded,
    require(segments) {
      if (!objects) for (const segment of segments) requireFile(pathOf(segment), segment)
    },
    touch(segment) {
      if (!objects) return
      const now = new Date()
      try {
        utimesSync(pathOf(segment), now, now)
      } catch {
        // Another process may have deleted it, or own it.
      }
    },
    fetch: (away) => share(away.segment.file, () => fetchNow(away)),
    async upload(segment) {
      if (!objects) return
      const here = isHere(segment)
      // It may have been copied to this bucket before.
      if (segment.bucket !== undefined || !here) {
        const found = await isUploaded(segment).catch((error: unknown) => {
          if (here && error instanceof DamagedSegment) return false
          throw error
        })
        if (found) return
        if (!here) throw new MissingSegment(urlOf(segment), missing(segment))
      }
      const path = pathOf(segment)
      if ((await digestOf(path)).sha256 !== segment.sha256) throw new ForeignSegment(path)
      await objects.put(keyOf(segment), path, segment)
      for (const milliseconds of STALE_PAUSES_MS) {
        await sleep(milliseconds)
        if (await isUploaded(segment)) return
      }
      throw new BucketError(
        `ARCHIVE_BUCKET: ${urlOf(segment)} was uploaded and cannot be read back; its events are still in the live log`,
      )
    },
    async evict(segments) {
      if (!bucket) return
      const files: { readonly path: string; readonly bytes: number; readonly usedAt: number }[] = []
      const known = new Map(segments.map((segment) => [segment.file, segment]))
      for (const name of await readdir(directory).catch(() => [])) {
        if (known.get(name)?.bucket !== bucket.objects.place) continue
        const path = join(directory, name)
        const found = await stat(path).catch(() => undefined)
        if (found) files.push({ path, bytes: found.size, usedAt: found.mtimeMs })
      }
      let total = files.reduce((sum, { bytes }) => sum + bytes, 0)
      files.sort((one, other) => one.usedAt - other.usedAt)
      // The newest is about to be read.
      for (const { path, bytes } of files.slice(0, -1)) {
        if (total <= bucket.cacheBytes) break
        await rm(path, { force: true })
        total -= bytes
      }
      await syncPath(directory)
    },
    async probe(segments) {
      const away = segments.findLast((segment) => !isHere(segment))
      if (objects && away && !(await objects.has(keyOf(away))))
        throw new DataDirectoryError(`${urlOf(away)} is missing: ${missing(away)}`)
    },
    close: () => objects?.close(),
  }
}

/** The content is in the name: no upload replaces another segment, not even of another installation. */
const keyOf = ({ file, sha256 }: ArchivedSegment): string =>
  file.replace(/\.seg$/, `.${sha256.slice(0, DIGEST_DIGITS)}.seg`)

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size

function requireFile(path: string, { bytes, first, last, bucket }: ArchivedSegment): void {
  const size = sizeOf(path)
  if (size === bytes) return
  const what = size === undefined ? 'is missing' : `has ${size} bytes instead of ${bytes}`
  const remedy =
    bucket === undefined
      ? 'Set ARCHIVE_DIR to the directory that has it, or put a copy there'
      : `Set ARCHIVE_BUCKET to ${bucket}, which it was uploaded to`
  throw new DataDirectoryError(
    `${path} ${what}: it contains the events ${toNumber(first)} to ${toNumber(last)} of this log. ${remedy}`,
  )
}
