import type { Actor } from '../../../kernel/actor.js'
import { createFairSemaphore } from '../../../kernel/concurrency/fairSemaphore.js'
import { Failure } from '../../../kernel/failure.js'
import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import type { Caller } from '../../accounts/index.js'
import type { Allowance } from '../allowance.js'
import { rowsBlob } from '../ids.js'
import { type ParsedUpload, type ParseOptions, parseUpload } from '../input/parseUpload.js'
import { type AcceptBatch, chunkRows } from '../internal/acceptBatch.js'
import type { BatchView } from '../internal/batchView.js'
import type { Spooled } from '../internal/spool.js'

/** Files that are parsed at once; one account may have half of them while it is alone. */
const PARSED_AT_ONCE = { permits: 8, alpha: 1 }

export interface UploadInput {
  readonly file: Spooled
  /** Told of the end. */
  readonly webhookUrl?: string
  /** Name of the header, or number from 1; found by itself otherwise. */
  readonly emailColumn?: string
  readonly hasHeader?: boolean
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal
}

/**
 * Addresses of a CSV file, verified later. Whatever is refused leaves nothing behind, the file neither.
 * @throws Failure CSV_INVALID, PAYLOAD_TOO_LARGE, WEBHOOK_URL_NOT_ALLOWED; RateLimited
 */
export const createUploadBulk = (
  { accept, checkUrl }: AcceptBatch,
  { blobs, allowance }: { readonly blobs: BlobStore; readonly allowance: Allowance },
) => {
  const parsing = createFairSemaphore(PARSED_AT_ONCE)

  return async (caller: Caller, input: UploadInput, actor: Actor): Promise<BatchView> => {
    const { file, webhookUrl, emailColumn, hasHeader, signal } = input
    let needed = false
    try {
      await checkUrl(webhookUrl)
      const wishes = { source: 'upload', format: 'compact', share: false, debug: false, webhookUrl } as const
      return await accept(caller, actor, wishes, async (id) => {
        const rows = rowsBlob(id)
        const chunk = chunkRows(false)
        const { dialect, ...parsed } = await parse(caller, {
          file: file.blob,
          owner: caller.account,
          rows,
          chunk,
          ...(emailColumn !== undefined && { emailColumn }),
          ...(hasHeader !== undefined && { hasHeader }),
          ...(signal && { signal }),
        })
        needed = true
        return { ...parsed, rows, chunk, file: { blob: file.blob, dialect } }
      })
    } catch (error) {
      // What is refused is no batch; after anything else nobody knows, and the sweep looks again later.
      if (error instanceof Failure) needed = false
      throw error
    } finally {
      if (!needed) await blobs.delete(file.blob)
    }
  }

  async function parse(caller: Caller, options: ParseOptions): Promise<ParsedUpload> {
    const { account } = caller
    const free = parsing.acquire(account, options.signal)
    if (free) await free
    try {
      return await parseUpload(allowance.metered(caller, blobs), options)
    } finally {
      parsing.release(account)
    }
  }
}
