import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { sha256 } from '../../kernel/ids.js'

/** What makes an upload this one and no other. */
export interface Upload {
  readonly url: string
  /** Of the file's content, hex. */
  readonly sha256: string
  /** Form fields beside the file. */
  readonly fields: Readonly<Record<string, string>>
  /** Whether its key is a sandbox key; the key itself is kept nowhere. */
  readonly sandbox: boolean
}

/** What is known of an upload that is not finished. */
export interface Begun {
  readonly upload: Upload
  readonly idempotencyKey: string
  /** null as long as the service has not said that it took the file. */
  readonly jobId: string | null
}

/**
 * The same upload has the same key however often it is tried, so it makes one job. The service tells accounts apart.
 * @param again tells an upload that is made on purpose once more from the one before
 */
export const idempotencyKeyOf = (upload: Upload, again = ''): string => {
  const { url, sha256: content, fields, sandbox } = upload
  return `bulk-${sha256(JSON.stringify([url, content, Object.entries(fields).sort(), sandbox, again]))}`
}

/** A small file beside the list, by which a later run finds the job of an earlier one. */
export function createSidecar(listPath: string) {
  const path = `${listPath}.mailproof.json`

  async function read(): Promise<Begun | undefined> {
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

    /** What was begun with the same upload, or with another one; undefined where there is nothing, or nothing readable. */
    async find(upload: Upload): Promise<{ readonly begun: Begun; readonly same: boolean } | undefined> {
      const begun = await read()
      return begun && { begun, same: isDeepStrictEqual(begun.upload, upload) }
    },

    /** @returns whether it could be written; a list may lie where nothing may */
    async write({ upload, idempotencyKey, jobId }: Begun): Promise<boolean> {
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
