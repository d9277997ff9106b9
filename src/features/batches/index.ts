/**
 * Asynchronous verification of many addresses: uploaded files and submitted lists. Other rooms see what is declared
 * here; each operation's type leads to its code.
 */
import type { JobHandler } from '../../kernel/ports/jobs.js'
import type { CancelBatch } from './commands/cancelBatch.js'
import type { SubmitBatch } from './commands/submitBatch.js'
import type { UploadBulk } from './commands/uploadBulk.js'
import type { Spool, SpooledFile } from './internal/spool.js'
import type { Links } from './link.js'
import type { DownloadBatch } from './queries/downloadBatch.js'
import type { GetBatch } from './queries/getBatch.js'
import type { GetBatches } from './queries/getBatches.js'
import type { GetBatchResults } from './queries/getBatchResults.js'
import type { GetEndedBatch } from './queries/getEndedBatch.js'
import type { CountBatches, ListBatches } from './queries/listBatches.js'
import type { ListJobs } from './queries/listJobs.js'
import type { ListResults } from './queries/listResults.js'
import type { ReadInputs } from './queries/readInputs.js'
import type { WatchBatch } from './queries/watchBatch.js'
import { type BatchesDependencies, wireBatches } from './wiring.js'

/**
 * What the feature offers. Callers act on batches of their own account; another account's is reported as
 * BATCH_NOT_FOUND, and so is a live batch to a sandbox key. Commands are idempotent per `actor.commandId`: repeating
 * one returns the same batch and charges nothing more. Queries see every command that has returned. Any operation
 * rejects with StoreUnavailable while the stores do not answer.
 */
export interface Batches {
  /**
   * The first half of an upload. Any caller. Leaves nothing behind when it fails.
   * @throws Failure PAYLOAD_TOO_LARGE; RateLimited when the account's daily bytes are used up, or too many of its
   * batches were refused
   */
  readonly spool: Spool
  /** For whoever spooled the file. */
  readSpooled(file: SpooledFile): AsyncIterable<Buffer>
  /** Deletes a spooled file that no batch will use. For whoever spooled it. Idempotent. */
  discard(file: SpooledFile): Promise<void>

  /**
   * The second half of an upload. Any caller. The file is deleted when it is refused.
   * @throws Failure CSV_INVALID, PAYLOAD_TOO_LARGE, WEBHOOK_URL_NOT_ALLOWED; RateLimited when the monthly quota or a
   * daily allowance is too small
   */
  readonly uploadBulk: UploadBulk
  /**
   * Any caller.
   * @throws Failure VALIDATION_ERROR, WEBHOOK_URL_NOT_ALLOWED; RateLimited when the monthly quota or a daily allowance
   * is too small
   */
  readonly submitBatch: SubmitBatch
  /**
   * The batch's owner. Idempotent for a cancelled batch: `already_cancelled`. Nobody sees a deleted one any more.
   * @throws Failure BATCH_NOT_FOUND; BATCH_NOT_CANCELLABLE, BATCH_PROCESSING when it is not what the caller expects
   */
  readonly cancelBatch: CancelBatch

  /** The batch's owner. @throws Failure BATCH_NOT_FOUND */
  readonly getBatch: GetBatch
  /** Batches of others are undefined. */
  readonly getBatches: GetBatches
  /** The caller's own batches. @throws Failure VALIDATION_ERROR if the cursor does not belong to this list */
  readonly listBatches: ListBatches
  /** The caller's own batches. */
  readonly countBatches: CountBatches
  /** For exports of the account itself. */
  readonly listJobs: ListJobs
  /**
   * The batch's owner. Rejects before the first row when the account has too many downloads in progress.
   * @throws Failure BATCH_NOT_FOUND, BATCH_PROCESSING, BATCH_FAILED, SERVICE_UNAVAILABLE
   */
  readonly getBatchResults: GetBatchResults
  /** The batches' owner. A batch that cannot be read yields its Failure; see `getBatchResults`. */
  readonly listResults: ListResults
  /** The batches' owner; null for a row of another's batch. */
  readonly readInputs: ReadInputs
  /** The batch's owner. The first view includes every command that has returned. @throws Failure BATCH_NOT_FOUND */
  readonly watchBatch: WatchBatch
  /**
   * The batch's owner, or whoever has a link from `downloadPathOf`.
   * @throws Failure BATCH_NOT_FOUND, BATCH_PROCESSING, BATCH_FAILED, SERVICE_UNAVAILABLE
   */
  readonly downloadBatch: DownloadBatch
  /** For whoever may see the batch: the link is valid for a day, without an API key. */
  readonly downloadPathOf: Links['pathOf']

  /** For webhooks. @throws StoreUnavailable if the read models have not reached the position in time */
  readonly getEndedBatch: GetEndedBatch
  /**
   * Handler of the job `run_batch`, whose key is the batch's id. Idempotent: the log decides what is still to be done.
   */
  readonly runBatch: JobHandler
  /** Handler of the job `ask_mailboxes`, whose key is the batch's id. Idempotent in the same way. */
  readonly askMailboxes: JobHandler
  /** For a regular job. Idempotent. */
  sweepBatches(): Promise<void>
  /** Ends the work in the background. */
  stop(): Promise<void>
}

export const createBatches: (dependencies: BatchesDependencies) => Batches = wireBatches

export { createBatchesAsOf, type PastBatches } from './asOf.js'
export { ASK_MAILBOXES } from './commands/askMailboxes.js'
export { createForgetBatches } from './commands/forgetBatches.js'
export { MAX_CONCURRENT_BATCHES } from './commands/runBatch.js'
export { addedCell } from './download/cell.js'
export { recordsByLine } from './input/records/recordsByLine.js'
export { type BatchView, type ColumnView, columnName, type FileView } from './internal/batchView.js'
export { mailboxColumns } from './internal/mailboxRow.js'
export type { SpooledFile } from './internal/spool.js'
export { createExportMailboxes } from './queries/exportMailboxes.js'
export type { BatchResults, BatchRow } from './queries/getBatchResults.js'
export type { BatchFilter } from './queries/listBatches.js'
export type { ResultPage, ResultPageQuery } from './queries/listResults.js'
export type { InputReference } from './queries/readInputs.js'
export { BATCH_CHANGES } from './queries/watchBatch.js'
export { RUN_BATCH } from './scheduleOldestBatches.js'
export { batchProjections } from './wiring.js'
