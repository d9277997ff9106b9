// Helpers of the client that take several requests: waiting, pages, downloads.
import type { AgentResult, BatchStatus, Delivery, PoolContribution, PoolHistoryRow } from './contract.generated.js'
import { MailproofError } from './errors.js'
import { callOperation } from './operation.js'
import type { InputOf, Operations } from './operationTypes.js'
import type { CallOptions } from './options.js'
import type { SendRequest } from './request.js'
import { parseItems } from './resultItems.js'
import { sleep } from './timeout.js'

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined
  /** Maximum time until the batch has ended, in milliseconds. Default: unlimited. */
  readonly waitMs?: number
  /** Called with every status that is read, the final one included. */
  readonly onProgress?: (status: BatchStatus) => void
}

const INITIAL_POLL_MS = 250
const MAX_POLL_MS = 2_500
const POLL_BACKOFF = 1.3

/** What takes more than one request, or yields more than one value. */
export function createHelpers(operations: Operations, send: SendRequest) {
  /** Polls until the batch is completed, failed or cancelled. @throws MailproofError TIMEOUT after `waitMs` */
  async function wait(batchId: string, options: WaitOptions = {}): Promise<BatchStatus> {
    const { signal, waitMs = Number.POSITIVE_INFINITY, onProgress } = options
    const deadline = Date.now() + waitMs
    for (let pause = INITIAL_POLL_MS; ; pause = Math.min(pause * POLL_BACKOFF, MAX_POLL_MS)) {
      const status = await operations.getBatch({ batchId }, { signal })
      onProgress?.(status)
      if (status.status !== 'pending' && status.status !== 'processing') return status
      const left = deadline - Date.now()
      if (left <= 0)
        throw new MailproofError('TIMEOUT', `Batch ${batchId} has not ended within ${waitMs} ms.`, { retryable: true })
      await sleep(Math.min(pause, left), signal)
    }
  }

  /** The results of an ended batch in input order, read as they arrive. */
  async function* results(batchId: string, options?: CallOptions): AsyncGenerator<AgentResult, undefined> {
    const pieces = await callOperation(send, 'getBatchResults', { batchId }, options, 'pieces')
    yield* parseItems(pieces as AsyncIterable<string>) as AsyncGenerator<AgentResult, undefined>
  }

  /** The deliveries of a webhook, newest first, page by page. */
  async function* deliveries(webhookId: string, options?: CallOptions): AsyncGenerator<Delivery, undefined> {
    let cursor: string | null | undefined
    do {
      const page = await operations.listDeliveries({ webhookId, limit: 100, ...(cursor && { cursor }) }, options)
      yield* page.deliveries
      cursor = page.next_cursor
    } while (cursor)
  }

  /** The account's contributions to its pool, newest first, page by page. */
  async function* contributions(
    input: Omit<InputOf<'getPoolContributions'>, 'page'> = {},
    options?: CallOptions,
  ): AsyncGenerator<PoolContribution, undefined> {
    for (let page = 1, more = true; more; page++) {
      const { contributions, pagination } = await operations.getPoolContributions({ ...input, page }, options)
      yield* contributions
      more = pagination.has_more
    }
  }

  /** The pool's history: one row per UTC day and contributor, read as it arrives. */
  async function* history(
    input?: InputOf<'getPoolHistory'>,
    options?: CallOptions,
  ): AsyncGenerator<PoolHistoryRow, undefined> {
    yield* await operations.getPoolHistory(input, options)
  }

  return { batches: { wait, results }, webhooks: { deliveries }, pool: { contributions, history } }
}
