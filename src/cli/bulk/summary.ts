import pc from 'picocolors'
import { visible } from '../output.js'
import { count, plural } from '../progress/words.js'
import type { BulkOutcome } from './run.js'

/** The outcome in plain text. */
export function summaryOf(resultPath: string, { jobId, job }: BulkOutcome): string {
  const { status, total, processed, valid, invalid, failure } = job
  const done = `${count(processed)} of ${plural(total, 'row')} were processed`
  if (status === 'cancelled') return `Job ${jobId} was cancelled: ${done}.`
  if (status === 'failed') {
    const why = failure === null ? '' : ` ${visible(failure)}`
    return `Job ${jobId} failed: ${done}.${why} To start a new job, run the command with --again.`
  }
  return [
    `${plural(total, 'row')}: ${pc.green(`${count(valid)} valid`)}, ${pc.red(`${count(invalid)} invalid`)}`,
    `Result: ${resultPath}`,
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
