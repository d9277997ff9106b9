// Finds the job that an earlier run of `mailproof bulk` left for a file, or uploads the file as a new one.
import { bytes, plural } from '../progress/words.js'
import type { BulkRun } from './bulkRun.js'
import { withOptionNames } from './describe.js'
import { repetitionOf, type UploadJob, uploadIdempotencyKey } from './jobMemory.js'
import { PermanentError } from './retryErrors.js'

/** The job that is remembered, or a new one. @throws PermanentError if that job no longer exists, or the upload is refused */
export async function findOrStartJob(run: BulkRun): Promise<UploadJob> {
  const found = await run.memory.find()
  if (!found) return upload(run, undefined)
  const isInterruptedRepetition = found.again && !found.done
  return run.again && !isInterruptedRepetition ? upload(run, found) : resume(run, found)
}

async function resume({ service, retry, progress }: BulkRun, found: UploadJob): Promise<UploadJob> {
  const { jobId, done } = found
  const { createdAt } = await retry(() => service.job(jobId)).catch(rethrowGone(jobId))
  progress.say(
    done
      ? `Using job ${jobId} of ${createdAt.slice(0, 10)}, so nothing is charged. Pass --again to start a new one.`
      : `Resuming job ${jobId}.`,
  )
  return found
}

/** For a job that the service does not have: the job is not replaced, because a new one would be charged. */
export const rethrowGone =
  (jobId: string) =>
  (error: unknown): never => {
    if (!(error instanceof PermanentError) || error.status !== 404) throw error
    throw new PermanentError(
      `The results of job ${jobId} are no longer on the server, or belong to another account: ${error.message} Nothing was uploaded. To verify the file in a new job, which is charged, pass --again.`,
      error.status,
    )
  }

/** @param repeated the job that --again repeats */
async function upload(run: BulkRun, repeated: UploadJob | undefined): Promise<UploadJob> {
  const { source, service, memory, retry, progress, again, reportStage } = run
  const idempotencyKey = uploadIdempotencyKey(run.upload, again ? repetitionOf(repeated) : '')
  const events = {
    onProgress: progress.at,
    onEnd: async () => reportStage('unconfirmed'),
  }
  const { jobId, rows, replayed } = await retry(() => {
    progress.begin('upload', source.size)
    return service.upload(source, run.upload.fields, idempotencyKey, events)
  }).catch((error: unknown) => {
    // The service refused the upload: there is nothing to resume.
    if (!(error instanceof PermanentError) || error.status === undefined) throw error
    reportStage('not_uploaded')
    throw new PermanentError(withOptionNames(error.message), error.status)
  })
  reportStage({ jobId, ended: false })
  progress.end()
  const started = { jobId, again, done: false }
  if (!(await memory.write(started)))
    progress.say(
      `Cannot write ${memory.path}: the job of this file will be found for 24 hours only. After that, another run starts a new job.`,
    )
  progress.say(
    replayed ? describeReplay(jobId, again) : `Uploaded ${bytes(source.size)}: job ${jobId}, ${plural(rows, 'row')}.`,
  )
  return started
}

const describeReplay = (jobId: string, again: boolean): string =>
  again
    ? `Resuming job ${jobId}, which an earlier run with --again started.`
    : `The same content was uploaded within the last 24 hours: using its job ${jobId}. Pass --again to start a new one.`
