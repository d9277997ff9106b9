import pc from 'picocolors'
import { visible } from '../output.js'
import { count, plural } from '../progress/words.js'
import type { BulkOutcome } from './bulkRun.js'
import type { ResultKind } from './resultKinds.js'

/** The outcome in plain text. */
export function summaryOf(resultPath: string, outcome: BulkOutcome, only?: ResultKind): string {
  const { jobId, job, written } = outcome
  const { status, total, processed, failure } = job
  const filtered = only === undefined ? '' : ` (only ${only} rows)`
  if (status === 'completed') return [...countsOf(job, 'row'), `Result: ${resultPath}${filtered}`].join('\n')
  const why = status === 'cancelled' || failure === null ? '' : ` ${visible(failure)}`
  return [
    `Job ${jobId} ${status === 'cancelled' ? 'was cancelled' : 'failed'}: ${count(processed)} of ${plural(total, 'row')} were processed.${why} To start a new job, run the command with --again.`,
    ...(written
      ? [
          ...countsOf({ ...job, total: processed }, 'processed row'),
          `Result so far: ${resultPath}${filtered}. Rows that were not processed have empty verdict columns.`,
        ]
      : []),
  ].join('\n')
}

function countsOf(job: BulkOutcome['job'], noun: string): string[] {
  const { total, valid, invalid, unknown, disposable, role, distinct, charged } = job
  const statuses = [
    pc.green(`${count(valid)} valid`),
    pc.red(`${count(invalid)} invalid`),
    pc.yellow(`${count(unknown)} unknown`),
  ]
  const known = distinct === null ? '' : ` of ${plural(distinct, 'distinct address', 'es')}`
  return [
    `${plural(total, noun)}: ${statuses.join(', ')}`,
    `Among them: ${count(disposable)} disposable, ${count(role)} role. Charged: ${count(charged)}${known}.`,
  ]
}

export const summaryOfJson = (
  filePath: string,
  resultPath: string,
  { jobId, job, written }: BulkOutcome,
  only?: ResultKind,
) => ({
  job_id: jobId,
  status: job.status,
  file: filePath,
  result: written ? resultPath : null,
  only: only ?? null,
  read_as: job.file,
  rows: job.total,
  distinct: job.distinct,
  processed: job.processed,
  valid: job.valid,
  invalid: job.invalid,
  unknown: job.unknown,
  disposable: job.disposable,
  role: job.role,
  charged: job.charged,
  created_at: job.createdAt,
  completed_at: job.completedAt,
  failure: job.failure,
})
