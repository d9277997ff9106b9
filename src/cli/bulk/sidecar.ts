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

/** An upload or job that has not finished. */
export interface PendingUpload {
  readonly idempotencyKey: string
  /** null until the service has confirmed that it accepted the file. */
  readonly jobId: string | null
}

/**
 * Idempotency key of an upload: the same for every attempt, so that all attempts create one job. The service scopes it to
 * the account.
 * @param again a unique value for a deliberate repetition
 */
export const uploadIdempotencyKey = (upload: Upload, again = ''): string => {
  const { url, sha256: content, fields, sandbox } = upload
  return `bulk-${sha256(JSON.stringify([url, content, Object.entries(fields).sort(), sandbox, again]))}`
}

/** Hexadecimal digits by which the files of different uploads of one list differ. */
const NAME_DIGITS = 12

/**
 * A small file next to the list by which a later run finds the job of an interrupted one. Each upload has its own: another
 * service, other options or an edited list never overwrite it.
 */
export function createSidecar(listPath: string, upload: Upload) {
  const { url, sha256: content, fields, sandbox } = upload
  const identity = sha256(JSON.stringify([url, content, Object.entries(fields).sort(), sandbox]))
  const path = `${listPath}.${identity.slice(0, NAME_DIGITS)}.mailproof.json`

  return {
    path,

    /** The pending upload; undefined if there is no readable sidecar. */
    async find(): Promise<PendingUpload | undefined> {
      try {
        const { job_id, idempotency_key, ...found } = JSON.parse(await readFile(path, 'utf8'))
        if (typeof idempotency_key !== 'string' || !isDeepStrictEqual(found, upload)) return undefined
        return { idempotencyKey: idempotency_key, jobId: typeof job_id === 'string' ? job_id : null }
      } catch {
        return undefined
      }
    },

    /** @returns false if it cannot be written, for example in a read-only directory */
    async write({ idempotencyKey, jobId }: PendingUpload): Promise<boolean> {
      const text = JSON.stringify({ ...upload, idempotency_key: idempotencyKey, job_id: jobId }, undefined, 2)
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
