import { newId } from '../../kernel/ids.js'
import { bytes, plural } from '../progress/words.js'
import { describeJob, withOptionNames } from './describe.js'
import type { BulkProgress } from './progress.js'
import { reachService } from './reach.js'
import type { ResultFile } from './result.js'
import type { Retry } from './retry.js'
import { PermanentError } from './retryErrors.js'
import type { BulkJob, BulkService, ResultKind } from './service.js'
import { type PendingUpload, type Sidecar, type Upload, uploadIdempotencyKey } from './sidecar.js'
import type { BulkSource } from './source.js'

export interface BulkRun {
  readonly source: BulkSource
  readonly upload: Upload
  /** Start a new job even if the same upload has one already. */
  readonly again: boolean
  /** Download only rows with results of this kind. */
  readonly only: ResultKind | undefined
  readonly service: BulkService
  readonly sidecar: Sidecar
  readonly result: ResultFile
  readonly retry: Retry
  readonly progress: BulkProgress
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number
  /** Called whenever it changes what an interrupted run leaves behind. */
  reportStage(stage: Stage): void
  sleep(milliseconds: number): Promise<void>
}

export interface BulkOutcome {
  readonly jobId: string
  readonly job: BulkJob
  /** Whether the result was written, which needs processed rows. */
  readonly written: boolean
}

/** What an interrupted run leaves behind. `unconfirmed`: the whole file was sent, but no response has arrived. */
export type Stage = 'not_uploaded' | 'unconfirmed' | { readonly jobId: string; readonly ended: boolean }

const INITIAL_POLL_MS = 500
const MAX_POLL_MS = 2_500
const POLL_BACKOFF = 1.3

/**
 * Uploads a file, waits for its job and downloads the result. A run that was interrupted is resumed by the next one.
 * @throws PermanentError
 */
export async function runBulk(run: BulkRun): Promise<BulkOutcome> {
  const { sidecar, result, retry, progress, service, only, reportStage } = run
  await reachService({ ...run, report: progress.note })
  const pending = await findOrStart(run)
  const jobId = pending.jobId ?? (await upload(run, pending))
  reportStage({ jobId, ended: false })
  const job = await watch(run, jobId)
  reportStage({ jobId, ended: true })
  const written = job.status === 'completed' || job.processed > 0
  if (written) {
    progress.begin('download', 0)
    await retry(async () => result.write(withProgress(await service.download(jobId, only), progress)))
    progress.end()
  }
  await sidecar.remove()
  return { jobId, job, written }
}

/** The upload that an earlier run started, if it can be resumed; otherwise a new one. */
async function findOrStart({ upload, again, service, sidecar, retry, progress }: BulkRun): Promise<PendingUpload> {
  const found = await sidecar.find()
  if (found?.jobId === null) return found
  if (found && (await retry(() => isKnown(service, found.jobId!)))) {
    progress.say(`Resuming job ${found.jobId}.`)
    return found
  }
  if (found) progress.say(`${sidecar.path} refers to a job that this API key cannot access; starting a new one.`)
  return { idempotencyKey: uploadIdempotencyKey(upload, again ? newId() : ''), jobId: null }
}

async function isKnown(service: BulkService, jobId: string): Promise<boolean> {
  try {
    await service.job(jobId)
    return true
  } catch (error) {
    if (error instanceof PermanentError && error.status === 404) return false
    throw error
  }
}

async function upload(run: BulkRun, pending: PendingUpload): Promise<string> {
  const { source, service, sidecar, retry, progress, again, reportStage } = run
  const events = {
    onProgress: progress.at,
    async onEnd() {
      reportStage('unconfirmed')
      // The key of a deliberate repetition is random: without the sidecar, a later run could not find its job.
      if (again) await sidecar.write(pending)
    },
  }
  const { jobId, rows, replayed } = await retry(() => {
    progress.begin('upload', source.size)
    return service.upload(source, run.upload.fields, pending.idempotencyKey, events)
  }).catch(async (error: unknown) => {
    // The service refused the upload: there is nothing to resume.
    if (!(error instanceof PermanentError) || error.status === undefined) throw error
    reportStage('not_uploaded')
    await sidecar.remove()
    throw new PermanentError(withOptionNames(error.message), error.status)
  })
  reportStage({ jobId, ended: false })
  progress.end()
  if (!(await sidecar.write({ ...pending, jobId })))
    progress.say(`Cannot write ${sidecar.path}: if this run is interrupted, it can be resumed within 24 hours only.`)
  progress.say(
    replayed
      ? `The same content was uploaded within the last 24 hours: using its job ${jobId}. Pass --again to start a new one.`
      : `Uploaded ${bytes(source.size)}: job ${jobId}, ${plural(rows, 'row')}.`,
  )
  return jobId
}

/** Polls the job until it has ended. */
async function watch({ service, retry, progress, sleep, upload }: BulkRun, jobId: string): Promise<BulkJob> {
  let started = false
  for (let wait = INITIAL_POLL_MS; ; wait = Math.min(wait * POLL_BACKOFF, MAX_POLL_MS)) {
    const job = await retry(() => service.job(jobId))
    if (!started) {
      for (const line of describeJob(job, upload)) progress.say(line)
      progress.begin('verify', job.total)
    }
    started = true
    progress.at(job.processed)
    if (job.status !== 'pending' && job.status !== 'processing') {
      progress.end()
      return job
    }
    await sleep(wait)
  }
}

async function* withProgress(pieces: AsyncIterable<Buffer>, progress: BulkProgress): AsyncGenerator<Buffer> {
  let received = 0
  for await (const piece of pieces) {
    received += piece.length
    progress.at(received)
    yield piece
  }
}
