// The state file beside a list, by which `mailproof bulk` continues its job.
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { sha256 } from '../../kernel/ids.js'

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

/** Hexadecimal digits by which the files of different uploads of one list differ. */
const NAME_DIGITS = 12

/**
 * A small file next to the list that names the job of its upload. Later runs use that job, so that nothing is charged
 * twice. Each upload has its own: another service, other options or an edited list never overwrite it.
 */
export function createSidecar(listPath: string, upload: Upload) {
  const { url, sha256: content, fields, sandbox } = upload
  const identity = sha256(JSON.stringify([url, content, Object.entries(fields).sort(), sandbox]))
  const path = `${listPath}.${identity.slice(0, NAME_DIGITS)}.mailproof.json`

  return {
    path,

    /** The upload's job; undefined if there is no readable sidecar. */
    async find(): Promise<UploadJob | undefined> {
      try {
        const { job_id, again, done, ...found } = JSON.parse(await readFile(path, 'utf8'))
        if (typeof job_id !== 'string' || !isDeepStrictEqual(found, upload)) return undefined
        return { jobId: job_id, again: again === true, done: done === true }
      } catch {
        return undefined
      }
    },

    /** @returns false if it cannot be written, for example in a read-only directory */
    async write({ jobId, again, done }: UploadJob): Promise<boolean> {
      const text = JSON.stringify({ ...upload, job_id: jobId, again, done }, undefined, 2)
      const temporary = `${path}.${process.pid}.tmp`
      try {
        await writeFile(temporary, `${text}\n`)
        await rename(temporary, path)
        return true
      } catch {
        await rm(temporary, { force: true }).catch(() => {})
        return false
      }
    },

    remove: () => rm(path, { force: true }).catch(() => {}),
  }
}

export type Sidecar = ReturnType<typeof createSidecar>
