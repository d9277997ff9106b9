import type { Actor } from '../../../kernel/actor.js'
import { Failure } from '../../../kernel/failure.js'
import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import type { Caller } from '../../accounts/index.js'
import type { Allowance } from '../allowance.js'
import type { BatchFormat } from '../events.js'
import { rowsBlob } from '../ids.js'
import { writeRows } from '../input/rows/writeRows.js'
import { type AcceptBatch, chunkRows } from '../internal/acceptBatch.js'
import type { BatchView } from '../internal/batchView.js'

interface SubmitInput {
  readonly emails: readonly string[]
  readonly format: BatchFormat
  readonly share: boolean
  readonly debug: boolean
  /** URL that is notified of the batch's completion, with the results. */
  readonly webhookUrl?: string
  /** How long mail servers are asked about valid addresses, after DNS has judged all; absent: not at all. */
  readonly mailboxMinutes?: number
}

/**
 * Accepts up to 50,000 addresses for asynchronous verification.
 */
export type SubmitBatch = (caller: Caller, input: SubmitInput, actor: Actor) => Promise<BatchView>

export const createSubmitBatch =
  (
    { accept, checkUrl, checkMailboxes }: AcceptBatch,
    { blobs, allowance }: { readonly blobs: BlobStore; readonly allowance: Allowance },
  ): SubmitBatch =>
  async (caller, input, actor) => {
    const { emails, format, share, debug, webhookUrl, mailboxMinutes } = input
    if (emails.length === 0) throw new Failure('VALIDATION_ERROR', '`emails` must contain at least one address.')
    checkMailboxes(mailboxMinutes)
    await checkUrl(webhookUrl)
    const options = { source: 'agent', format, share, debug, webhookUrl, mailboxMinutes } as const
    return accept(caller, actor, options, async (id) => {
      const rows = rowsBlob(id)
      const chunk = chunkRows(debug)
      const written = await writeRows(allowance.metered(caller, blobs), {
        name: rows,
        owner: caller.account,
        emails,
        chunk,
      })
      return { ...written, rows, chunk, file: null }
    })
  }
