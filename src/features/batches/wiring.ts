// Puts the parts of the batches feature together.
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
import type { Pool } from '../pool/index.js'
import type { AskMailbox, Judge, Quota, RulesOf } from '../verification/index.js'
import { createAllowance } from './allowance.js'
import { createAskMailboxes } from './commands/askMailboxes.js'
import { createCancelBatch } from './commands/cancelBatch.js'
import { createRunBatch } from './commands/runBatch.js'
import { createSubmitBatch } from './commands/submitBatch.js'
import { createUploadBulk } from './commands/uploadBulk.js'
import { createAcceptBatch } from './internal/acceptBatch.js'
import { createViewOf } from './internal/batchView.js'
import { createFairDownloads } from './internal/fairDownloads.js'
import { createFindBatch, createFindBatches } from './internal/findBatch.js'
import { createReadContributed } from './internal/readContributed.js'
import { createReadOutcomes } from './internal/readOutcomes.js'
import { createSpool, type SpooledFile } from './internal/spool.js'
import { createLinks } from './link.js'
import { batches } from './projections/batches.js'
import { batchResults } from './projections/batchResults.js'
import { createDownloadBatch } from './queries/downloadBatch.js'
import { createGetBatch } from './queries/getBatch.js'
import { createGetBatches } from './queries/getBatches.js'
import { createGetBatchResults, createReadBatchResults } from './queries/getBatchResults.js'
import { createGetEndedBatch } from './queries/getEndedBatch.js'
import { createCountBatches, createListBatches } from './queries/listBatches.js'
import { createListJobs } from './queries/listJobs.js'
import { createListResults } from './queries/listResults.js'
import { createReadInputs } from './queries/readInputs.js'
import { createWatchBatch } from './queries/watchBatch.js'
import { createReadPendingRows } from './run/input.js'
import { createScheduleOldestBatches } from './scheduleOldestBatches.js'
import { createScheduling } from './scheduling.js'
import { createSweepBatches } from './sweepBatches.js'

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
  readonly pool: Pick<Pool, 'getContributed'>
  readonly judge: Judge
  readonly askMailbox: AskMailbox
  /** @throws Failure VALIDATION_ERROR if this installation asks no mail server */
  readonly requireMailboxChecks: () => void
  readonly quota: Quota
  /** The accounts' own rules. */
  readonly rulesOf: RulesOf
  /** How many days uploads and results are kept (default: 30). */
  readonly filesDays?: number
  /** Resolves to the human-readable reason why a webhook URL is not allowed; undefined if it is allowed. */
  readonly findUrlProblem: (url: string) => Promise<string | undefined>
}

/** Puts the feature's parts together; `index.ts` says what it offers. */
export function wireBatches(given: BatchesDependencies) {
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
    readContributed: createReadContributed(given),
    findBatches: createFindBatches(given),
    scheduleOldestBatches,
    scheduling,
    inputOf: createReadPendingRows(given.blobs),
  }
  const acceptBatch = createAcceptBatch(dependencies)
  const readBatchResults = createReadBatchResults(dependencies)
  return {
    spool: createSpool(dependencies),
    readSpooled: ({ blob }: SpooledFile): AsyncIterable<Buffer> => given.blobs.read(blob),
    discard: ({ blob }: SpooledFile): Promise<void> => given.blobs.delete(blob),
    uploadBulk: createUploadBulk(acceptBatch, dependencies),
    submitBatch: createSubmitBatch(acceptBatch, dependencies),
    cancelBatch: createCancelBatch(dependencies),
    getBatch,
    getBatches: createGetBatches(dependencies),
    listBatches: createListBatches(dependencies),
    countBatches: createCountBatches(dependencies),
    listJobs: createListJobs(dependencies),
    getBatchResults: createGetBatchResults(readBatchResults, dependencies.fairDownloads),
    listResults: createListResults(dependencies),
    readInputs: createReadInputs(dependencies),
    watchBatch: createWatchBatch(dependencies),
    getEndedBatch: createGetEndedBatch({ ...dependencies, readBatchResults }),
    downloadBatch: createDownloadBatch(dependencies),
    downloadPathOf: links.pathOf,
    runBatch: createRunBatch(dependencies),
    askMailboxes: createAskMailboxes(dependencies),
    sweepBatches: createSweepBatches(dependencies),
    stop: (): Promise<void> => scheduling.stop(),
  }
}
