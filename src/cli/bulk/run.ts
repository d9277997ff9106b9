// The steps of `mailproof bulk`: upload, wait, download.
import type { BulkOutcome, BulkRun } from './bulkRun.js'
import { describeJob } from './describe.js'
import { findOrStartJob, rethrowGone } from './findJob.js'
import type { UploadJob } from './jobMemory.js'
import type { BulkProgress } from './progress.js'
import { reachService } from './reach.js'
import type { BulkJob } from './service.js'

const INITIAL_POLL_MS = 500
const MAX_POLL_MS = 2_500
const POLL_BACKOFF = 1.3

/**
 * Uploads a file, waits for its job and downloads the result. A file that has a job already is not uploaded again.
 * @throws PermanentError
 */
export async function runBulk(run: BulkRun): Promise<BulkOutcome> {
  const { progress, reportStage } = run
  await reachService({ ...run, report: progress.note })
  const found = await findOrStartJob(run)
  const { jobId } = found
  reportStage({ jobId, ended: found.done })
  const job = await watch(run, jobId)
  reportStage({ jobId, ended: true })
  const written = job.status === 'completed' || job.processed > 0
  if (written) await download(run, jobId)
  await settle(run, found, written)
  return { jobId, job, written }
}

async function download({ retry, result, service, only, progress }: BulkRun, jobId: string): Promise<void> {
  await retry(async () => {
    progress.begin('download', 0)
    await result.write(withProgress(await service.download(jobId, only).catch(rethrowGone(jobId)), progress))
  })
  progress.end()
}

/** Notes that the result is written. A job without any result is forgotten: nothing was charged for it. */
async function settle({ memory }: BulkRun, job: UploadJob, written: boolean): Promise<void> {
  // Another run may have started a new job in the meantime.
  if ((await memory.find())?.jobId !== job.jobId) return
  if (written) await memory.write({ ...job, done: true })
  else await memory.remove()
}

/** Polls the job until it has ended. */
async function watch({ service, retry, progress, sleep, upload }: BulkRun, jobId: string): Promise<BulkJob> {
  let started = false
  let asking = false
  let most = 0
  for (let wait = INITIAL_POLL_MS; ; wait = Math.min(wait * POLL_BACKOFF, MAX_POLL_MS)) {
    const job = await retry(() => service.job(jobId))
    if (!started) {
      for (const line of describeJob(job, upload)) progress.say(line)
      progress.begin('verify', job.total)
    }
    started = true
    if (!asking) progress.at(job.processed)
    if (job.status !== 'pending' && job.status !== 'processing') {
      const { mailbox } = job
      if (job.status !== 'completed' || !mailbox || mailbox.endedAt !== null) {
        progress.end()
        return job
      }
      if (!asking) {
        progress.end()
        progress.say(
          `DNS has judged every row. Mail servers are asked about ${mailbox.waiting} until ${mailbox.until} at the latest.`,
        )
        progress.begin('ask', mailbox.waiting)
        most = mailbox.waiting
      }
      asking = true
      progress.at(most - mailbox.waiting)
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
