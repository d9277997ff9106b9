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
  readonly upload: Upload
  readonly idempotencyKey: string
  /** null until the service has accepted the file. */
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

/** A small file next to the list by which a later run finds the job of an interrupted one. */
export function createSidecar(listPath: string) {
  const path = `${listPath}.mailproof.json`

  async function read(): Promise<PendingUpload | undefined> {
    try {
      const { job_id, idempotency_key, ...upload } = JSON.parse(await readFile(path, 'utf8'))
      if (typeof idempotency_key !== 'string') return undefined
      return { upload, idempotencyKey: idempotency_key, jobId: typeof job_id === 'string' ? job_id : null }
    } catch {
      return undefined
    }
  }

  return {
    path,

    /** The pending upload and whether it is `upload`; undefined if there is no readable sidecar. */
    async find(upload: Upload): Promise<{ readonly pending: PendingUpload; readonly same: boolean } | undefined> {
      const pending = await read()
      return pending && { pending, same: isDeepStrictEqual(pending.upload, upload) }
    },

    /** @returns false if it cannot be written, for example in a read-only directory */
    async write({ upload, idempotencyKey, jobId }: PendingUpload): Promise<boolean> {
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
