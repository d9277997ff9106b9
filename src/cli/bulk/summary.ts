import pc from 'picocolors'
import { visible } from '../output.js'
import { count } from '../progress/words.js'
import type { BulkOutcome } from './run.js'

/** What came of it, for people. */
export function summaryOf(resultPath: string, { jobId, job }: BulkOutcome): string {
  const { status, total, processed, valid, invalid, failure } = job
  const done = `${count(processed)} of ${count(total)} rows were done`
  if (status === 'cancelled') return `Job ${jobId} was cancelled: ${done}.`
  if (status === 'failed') {
    const why = failure === null ? '' : ` ${visible(failure)}`
    return `Job ${jobId} failed: ${done}.${why} To try once more as a new job, run this with --again.`
  }
  return [
    `${count(total)} rows: ${pc.green(`${count(valid)} valid`)}, ${pc.red(`${count(invalid)} invalid`)}`,
    `The result is in ${resultPath}`,
  ].join('\n')
}

export const summaryOfJson = (filePath: string, resultPath: string, { jobId, job }: BulkOutcome) => ({
  job_id: jobId,
  status: job.status,
  file: filePath,
  result: job.status === 'completed' ? resultPath : null,
  rows: job.total,
  processed: job.processed,
  valid: job.valid,
  invalid: job.invalid,
  created_at: job.createdAt,
  completed_at: job.completedAt,
  failure: job.failure,
})
