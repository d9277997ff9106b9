// The command that accepts a CSV upload.
import type { Actor } from '../../../kernel/actor.js'
import { createFairSemaphore } from '../../../kernel/concurrency/fairSemaphore.js'
import { isRefusal } from '../../../kernel/failure.js'
import { perRequest } from '../../../kernel/limits.js'
import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Caller } from '../../accounts/index.js'
import type { Allowance } from '../allowance.js'
import { rowsBlob } from '../ids.js'
import { type ParsedUpload, type ParseOptions, parseUpload } from '../input/parseUpload.js'
import type { Encoding } from '../input/text/encoding.js'
import { type AcceptBatch, chunkRows } from '../internal/acceptBatch.js'
import type { BatchView } from '../internal/batchView.js'
import { fileNameOf } from '../internal/fileName.js'
import type { SpooledFile } from '../internal/spool.js'

interface UploadInput {
  readonly file: SpooledFile
  /** URL that is notified of the batch's completion. */
  readonly webhookUrl?: string
  /** As for submitBatch. */
  readonly mailboxMinutes?: number
  /** Header name or 1-based number of the column of addresses; detected when absent. */
  readonly emailColumn?: string
  readonly hasHeader?: boolean
  /** Detected when absent. */
  readonly encoding?: Encoding
  /** Aborts when the client has disconnected. */
  readonly signal?: AbortSignal
}

interface UploadDependencies {
  readonly blobs: BlobStore
  readonly vault: Vault
  readonly allowance: Allowance
}

/**
 * Accepts the addresses of a CSV file for asynchronous verification. A refused upload leaves nothing behind, not even the
 * file.
 */
export type UploadBulk = (caller: Caller, input: UploadInput, actor: Actor) => Promise<BatchView>

export const createUploadBulk = (
  { accept, checkUrl, checkMailboxes }: AcceptBatch,
  { blobs, vault, allowance }: UploadDependencies,
): UploadBulk => {
  const parsing = createFairSemaphore(perRequest.parsedUploads)

  return async (caller, input, actor) => {
    const { file, webhookUrl, mailboxMinutes, emailColumn, hasHeader, encoding, signal } = input
    let needed = false
    try {
      checkMailboxes(mailboxMinutes)
      await checkUrl(webhookUrl)
      const settings = { source: 'upload', format: 'compact', share: false, debug: false } as const
      const options = { ...settings, webhookUrl, mailboxMinutes }
      return await accept(caller, actor, options, async (id) => {
        const rows = rowsBlob(id)
        const chunk = chunkRows(false)
        const { dialect, names, cells, ...parsed } = await parse(caller, {
          file: file.blob,
          owner: caller.account,
          rows,
          chunk,
          ...(emailColumn !== undefined && { emailColumn }),
          ...(hasHeader !== undefined && { hasHeader }),
          ...(encoding && { encoding }),
          ...(signal && { signal }),
        })
        const { account } = caller
        const name = fileNameOf(file.name)
        const sealed = {
          ...(names.length > 0 && { names: await vault.seal(account, JSON.stringify(names)) }),
          ...(name !== undefined && { name: await vault.seal(account, name) }),
        }
        needed = true
        return { ...parsed, rows, chunk, file: { blob: file.blob, dialect, cells, ...sealed } }
      })
    } catch (error) {
      // A refusal made no batch. After any other error the outcome is unknown: the file is left to the sweep.
      if (isRefusal(error)) needed = false
      throw error
    } finally {
      if (!needed) await blobs.delete(file.blob)
    }
  }

  function parse(caller: Caller, options: ParseOptions): Promise<ParsedUpload> {
    const { signal } = options
    return parsing.run(caller.account, { signal }, () => parseUpload(allowance.metered(caller, blobs), options))
  }
}
