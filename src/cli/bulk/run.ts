import { newId } from '../../kernel/ids.js'
import { bytes, count } from '../progress/words.js'
import type { Progress } from './progress.js'
import type { ResultFile } from './result.js'
import type { Retry } from './retry.js'
import { PermanentError } from './retryErrors.js'
import type { BulkService, Job } from './service.js'
import { type Begun, idempotencyKeyOf, type Sidecar, type Upload } from './sidecar.js'
import type { Source } from './source.js'

export interface BulkRun {
  readonly source: Source
  readonly upload: Upload
  /** A new job, although the same upload may have made one today. */
  readonly again: boolean
  readonly service: BulkService
  readonly sidecar: Sidecar
  readonly result: ResultFile
  readonly persist: Retry
  readonly progress: Progress
  sleep(milliseconds: number): Promise<void>
}

export interface BulkOutcome {
  readonly jobId: string
  readonly job: Job
}

const FIRST_LOOK_MS = 500
const LONGEST_LOOK_MS = 5_000
const SLOWER = 1.3

/**
 * Takes one list from the file to the result beside it. Wherever it is cut off, the next run goes on from there.
 * @throws NotDone
 */
export async function runBulk(run: BulkRun): Promise<BulkOutcome> {
  const { sidecar, result, persist, progress, service } = run
  const begun = await begin(run)
  const jobId = begun.jobId ?? (await upload(run, begun))
  const job = await watch(run, jobId)
  if (job.status === 'completed') {
    progress.begin('download', 0)
    await persist(async () => result.write(measured(await service.download(jobId), progress)))
    progress.end()
  }
  await sidecar.remove()
  return { jobId, job }
}

/** What an earlier run has begun, where that is still good; else a beginning. */
async function begin({ source, upload, again, service, sidecar, persist, progress }: BulkRun): Promise<Begun> {
  const found = await sidecar.find(upload)
  if (found?.same) {
    const { begun } = found
    if (begun.jobId === null || (await persist(() => isKnown(service, begun.jobId!)))) {
      if (begun.jobId) progress.say(`Going on with job ${begun.jobId}, which an earlier run has begun.`)
      return begun
    }
    progress.say(`${sidecar.path} names a job that this key does not know; it is left aside.`)
  } else if (found) {
    const job = found.begun.jobId ? ` (job ${found.begun.jobId})` : ''
    progress.say(`${sidecar.path} is of another content or other options${job}; it is left aside.`)
  }
  const begun = { upload, idempotencyKey: idempotencyKeyOf(upload, again ? newId() : ''), jobId: null }
  if (!(await sidecar.write(begun)))
    progress.say(`${sidecar.path} cannot be written: an interrupted run will upload ${source.name} once more.`)
  return begun
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

async function upload({ source, service, sidecar, persist, progress }: BulkRun, begun: Begun): Promise<string> {
  progress.begin('upload', source.size)
  const { fields } = begun.upload
  const { jobId, rows, replayed } = await persist(() =>
    service.upload(source, fields, begun.idempotencyKey, progress.at),
  ).catch(async (error: unknown) => {
    // Refused: there is nothing to go on with.
    if (error instanceof PermanentError && error.status !== undefined) await sidecar.remove()
    throw error
  })
  progress.end()
  await sidecar.write({ ...begun, jobId })
  progress.say(
    replayed
      ? `This content was uploaded within the last 24 hours: its job ${jobId} is used. --again makes a new one.`
      : `Uploaded ${bytes(source.size)}: job ${jobId}, ${count(rows)} rows.`,
  )
  return jobId
}

/** Looks again and again until the job has ended. */
async function watch({ service, persist, progress, sleep }: BulkRun, jobId: string): Promise<Job> {
  let begun = false
  for (let wait = FIRST_LOOK_MS; ; wait = Math.min(wait * SLOWER, LONGEST_LOOK_MS)) {
    const job = await persist(() => service.job(jobId))
    if (!begun) progress.begin('verify', job.total)
    begun = true
    progress.at(job.processed)
    if (job.status !== 'pending' && job.status !== 'processing') {
      progress.end()
      return job
    }
    await sleep(wait)
  }
}

async function* measured(pieces: AsyncIterable<Buffer>, progress: Progress): AsyncGenerator<Buffer> {
  let seen = 0
  for await (const piece of pieces) {
    seen += piece.length
    progress.at(seen)
    yield piece
  }
}
