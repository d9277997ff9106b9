// What `mailproof bulk` remembers of the job of an upload, so that it continues it.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sha256 } from '../../kernel/ids.js'
import { DAY_MS } from '../../kernel/time.js'
import { stateDirectory } from '../stateDirectory.js'

/** The identity of an upload. */
export interface Upload {
  readonly url: string
  /** SHA-256 of the file's content, hex. */
  readonly sha256: string
  /** Form fields sent with the file. */
  readonly fields: Readonly<Record<string, string>>
  /** Whether the API key is a sandbox key. The key itself is never stored. */
  readonly sandbox: boolean
}

/** The job of an upload. */
export interface UploadJob {
  readonly jobId: string
  /** Whether it was started with --again, to repeat an earlier job. */
  readonly again: boolean
  /** Whether its result has been written. */
  readonly done: boolean
}

/**
 * Idempotency key of an upload: the same for every attempt, so that all attempts create one job. The service scopes it to
 * the account.
 * @param repetition what distinguishes a deliberate repetition; see `repetitionOf`
 */
export const uploadIdempotencyKey = (upload: Upload, repetition = ''): string => {
  const { url, sha256: content, fields, sandbox } = upload
  return `bulk-${sha256(JSON.stringify([url, content, Object.entries(fields).sort(), sandbox, repetition]))}`
}

/**
 * Identifies the repetition of a job, or of whatever job the service has for the upload. It is derived, not random: a
 * second run finds the job of a first one that was interrupted before the service confirmed it, and concurrent runs
 * create one job.
 */
export const repetitionOf = (repeated: UploadJob | undefined): string => `again ${repeated?.jobId ?? ''}`

/** Hexadecimal digits by which the files of different uploads differ. */
const NAME_DIGITS = 24
/** Releases before wrote a file beside the list, with fewer. */
const LEGACY_DIGITS = 12
/** Longer than any service keeps files (FILES_DAYS, at most 3,650): after that, a job is of no use. */
const KEPT_MS = 4_000 * DAY_MS

/**
 * A small file in the user's state directory that names the job of an upload. Later runs use that job, so that nothing is
 * charged twice, wherever the list is by then. Each upload has its own: another service, other options or an edited list never
 * overwrite it. One that a release before wrote beside the list is read, and moved.
 */
export function createJobMemory(listPath: string, upload: Upload, directory = join(stateDirectory(), 'bulk')) {
  const { url, sha256: content, fields, sandbox } = upload
  const identity = sha256(JSON.stringify([url, content, Object.entries(fields).sort(), sandbox]))
  const path = join(directory, `${identity.slice(0, NAME_DIGITS)}.json`)
  const legacyPath = `${listPath}.${identity.slice(0, LEGACY_DIGITS)}.mailproof.json`

  async function read(from: string): Promise<UploadJob | undefined> {
    try {
      const { job_id, again, done, ...found } = JSON.parse(await readFile(from, 'utf8'))
      if (typeof job_id !== 'string' || !isDeepStrictEqual(found, upload)) return undefined
      return { jobId: job_id, again: again === true, done: done === true }
    } catch {
      return undefined
    }
  }

  async function write({ jobId, again, done }: UploadJob): Promise<boolean> {
    const text = JSON.stringify({ ...upload, job_id: jobId, again, done }, undefined, 2)
    const temporary = `${path}.${process.pid}.tmp`
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await writeFile(temporary, `${text}\n`, { flush: true })
      await rename(temporary, path)
    } catch {
      await rm(temporary, { force: true }).catch(() => {})
      return false
    }
    // Another run may rename or delete files meanwhile.
    await forgetOld(directory).catch(() => {})
    return true
  }

  const remove = (of: string) => rm(of, { force: true }).catch(() => {})

  return {
    path,
    /** The upload's job; undefined if none is remembered. */
    async find(): Promise<UploadJob | undefined> {
      const found = await read(path)
      if (found) return found
      const legacy = await read(legacyPath)
      if (legacy && (await write(legacy))) await remove(legacyPath)
      return legacy
    },
    /** @returns false if it cannot be written, for example in a read-only directory */
    write,
    remove: () => remove(path),
  }
}

export type JobMemory = ReturnType<typeof createJobMemory>

/** Deletes the files of jobs that no service has any more. */
async function forgetOld(directory: string): Promise<void> {
  const before = Date.now() - KEPT_MS
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    if ((await stat(path)).mtimeMs < before) await rm(path, { force: true })
  }
}
