import type { Eventing } from '../../eventing/eventing.js'
import type { Feed } from '../../eventing/feed.js'
import type { AnyProjection } from '../../eventing/projection.js'
import type { Clock } from '../../kernel/clock.js'
import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'
import type { Log } from '../../kernel/log.js'
import type { BlobStore } from '../../kernel/ports/blobStore.js'
import type { Jobs } from '../../kernel/ports/jobs.js'
import type { Limiter } from '../../kernel/ports/limiter.js'
import type { Vault } from '../../kernel/ports/vault.js'
import type { Accounts } from '../accounts/index.js'
import type { Judge, Quota } from '../verification/index.js'
import { createAllowance } from './allowance.js'
import { createCancelBatch } from './commands/cancelBatch.js'
import { createRunBatch } from './commands/runBatch.js'
import { createSubmitBatch } from './commands/submitBatch.js'
import { createUploadBulk } from './commands/uploadBulk.js'
import { createAcceptBatch } from './internal/acceptBatch.js'
import { createViewOf } from './internal/batchView.js'
import { createFairDownloads, type FairDownloads } from './internal/fairDownloads.js'
import { createFindBatch, createFindBatches } from './internal/findBatch.js'
import { createReadOutcomes } from './internal/readOutcomes.js'
import { createSpool, type SpooledFile } from './internal/spool.js'
import type { Viewer } from './internal/viewer.js'
import { createLinks } from './link.js'
import { batches } from './projections/batches.js'
import { batchResults } from './projections/batchResults.js'
import { createDownloadBatch } from './queries/downloadBatch.js'
import { createGetBatch } from './queries/getBatch.js'
import { createGetBatches } from './queries/getBatches.js'
import { type BatchResults, createGetBatchResults, type GetBatchResults } from './queries/getBatchResults.js'
import { createGetEndedBatch } from './queries/getEndedBatch.js'
import { createCountBatches, createListBatches } from './queries/listBatches.js'
import { createListResults } from './queries/listResults.js'
import { createReadInputs } from './queries/readInputs.js'
import { createWatchBatch } from './queries/watchBatch.js'
import { createReadPendingRows } from './run/input.js'
import { createScheduleOldestBatches } from './scheduleOldestBatches.js'
import { createScheduling } from './scheduling.js'
import { createSweepBatches } from './sweepBatches.js'

export { createForgetBatches } from './commands/forgetBatches.js'
export { MAX_CONCURRENT_BATCHES } from './commands/runBatch.js'
export type { BatchView, ColumnView, FileView } from './internal/batchView.js'
export type { SpooledFile } from './internal/spool.js'
export type { BatchResults, BatchRow } from './queries/getBatchResults.js'
export type { BatchFilter } from './queries/listBatches.js'
export type { ResultPage, ResultPageQuery } from './queries/listResults.js'
export type { InputReference } from './queries/readInputs.js'
export { BATCH_CHANGES } from './queries/watchBatch.js'
export { RUN_BATCH } from './scheduleOldestBatches.js'

export const batchProjections: readonly AnyProjection[] = [batches, batchResults]

export interface BatchesDependencies {
  readonly eventing: Eventing
  /** Feed of {@link BATCH_CHANGES}. */
  readonly feed: Feed
  readonly blobs: BlobStore
  readonly vault: Vault
  readonly jobs: Jobs
  /** Counts what accounts submit per day. */
  readonly limiter: Limiter
  readonly clock: Clock
  readonly log: Log
  readonly deriveKey: DeriveKey
  readonly accounts: Pick<Accounts, 'getLimits'>
  readonly judge: Judge
  readonly quota: Quota
  /** Resolves to the human-readable reason why a webhook URL is not allowed; undefined if it is allowed. */
  readonly findUrlProblem: (url: string) => Promise<string | undefined>
}

/** Asynchronous verification of many addresses: uploaded files and submitted lists. */
export function createBatches(given: BatchesDependencies) {
  const links = createLinks(given)
  const findBatch = createFindBatch(given)
  const viewOf = createViewOf({ links, vault: given.vault })
  const getBatch = createGetBatch(findBatch, { viewOf })
  const readOutcomes = createReadOutcomes(given)
  const scheduleOldestBatches = createScheduleOldestBatches(given)
  const scheduling = createScheduling({ ...given, scheduleOldestBatches })
  const dependencies = {
    ...given,
    allowance: createAllowance(given),
    fairDownloads: createFairDownloads(),
    links,
    viewOf,
    findBatch,
    getBatch,
    readOutcomes,
    findBatches: createFindBatches(given),
    scheduleOldestBatches,
    scheduling,
    inputOf: createReadPendingRows(given.blobs),
  }
  const acceptBatch = createAcceptBatch(dependencies)
  const getBatchResults = createGetBatchResults(dependencies)
  return {
    spool: createSpool(dependencies),
    readSpooled: ({ blob }: SpooledFile): AsyncIterable<Buffer> => given.blobs.read(blob),
    /** Deletes a spooled file that no batch will use. */
    discard: ({ blob }: SpooledFile): Promise<void> => given.blobs.delete(blob),
    uploadBulk: createUploadBulk(acceptBatch, dependencies),
    submitBatch: createSubmitBatch(acceptBatch, dependencies),
    cancelBatch: createCancelBatch(dependencies),
    getBatch,
    getBatches: createGetBatches(dependencies),
    listBatches: createListBatches(dependencies),
    countBatches: createCountBatches(dependencies),
    getBatchResults: withFairDownloads(getBatchResults, dependencies.fairDownloads),
    listResults: createListResults(dependencies),
    readInputs: createReadInputs(dependencies),
    watchBatch: createWatchBatch(dependencies),
    getEndedBatch: createGetEndedBatch({ ...dependencies, getBatchResults }),
    downloadBatch: createDownloadBatch(dependencies),
    /** Path and query of a batch's download; valid for a day, without an API key. */
    downloadPathOf: links.pathOf,
    runBatch: createRunBatch(dependencies),
    sweepBatches: createSweepBatches(dependencies),
    /** Ends the work in the background. */
    stop: (): Promise<void> => scheduling.stop(),
  }
}

/** The results as callers read them: subject to the fair limit on downloads. */
const withFairDownloads =
  (getBatchResults: GetBatchResults, fairDownloads: FairDownloads) =>
  /** @param signal aborts when the caller has disconnected */
  async (viewer: Viewer, id: string, signal?: AbortSignal): Promise<BatchResults> => {
    const { view, chunks } = await getBatchResults(viewer, id)
    return { view, chunks: () => fairDownloads(viewer.account, chunks(), signal) }
  }

export type Batches = ReturnType<typeof createBatches>
