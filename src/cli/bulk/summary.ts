// The summary that `mailproof bulk` prints of a job and its result.
import pc from 'picocolors'
import { visible } from '../output.js'
import { count, plural } from '../progress/words.js'
import type { BulkOutcome } from './bulkRun.js'
import { withOptionNames } from './describe.js'
import type { ResultKind } from './resultKinds.js'

/** The outcome in plain text. */
export function summaryOf(resultPath: string, outcome: BulkOutcome, only?: ResultKind): string {
  const { jobId, job, written } = outcome
  const { status, total, processed, failure } = job
  const filtered = only === undefined ? '' : ` (only ${only} rows)`
  if (status === 'completed') {
    const next = job.nextStep === null || only !== undefined ? [] : [`Next: ${withOptionNames(visible(job.nextStep))}`]
    return [...countsOf(job, 'row'), `Result: ${resultPath}${filtered}`, ...next].join('\n')
  }
  const why = status === 'cancelled' || failure === null ? '' : ` ${visible(failure)}`
  return [
    `Job ${jobId} ${status === 'cancelled' ? 'was cancelled' : 'failed'}: ${count(processed)} of ${plural(total, 'row')} were processed.${why} To start a new job, run the command with --again.`,
    ...(written
      ? [
          ...countsOf({ ...job, total: processed }, 'processed row'),
          `Result so far: ${resultPath}${filtered}. Rows that were not processed ${only === undefined ? 'have empty verdict columns' : 'are not in it'}.`,
        ]
      : []),
  ].join('\n')
}

function countsOf(job: BulkOutcome['job'], noun: string): string[] {
  const {
    total,
    valid,
    invalid,
    unknown,
    disposable,
    role,
    deliverable,
    risky,
    mistyped,
    duplicates,
    distinct,
    charged,
  } = job
  const statuses = [
    pc.green(`${count(valid)} valid`),
    pc.red(`${count(invalid)} invalid`),
    pc.yellow(`${count(unknown)} unknown`),
  ]
  const repeats = duplicates === null ? '' : `, ${plural(duplicates, 'duplicate')}`
  const known = distinct === null ? '' : ` of ${plural(distinct, 'distinct address', 'es')}`
  return [
    `${plural(total, noun)}: ${statuses.join(', ')}`,
    `Among them: ${count(disposable)} disposable, ${count(role)} role. Charged: ${count(charged)}${known}.`,
    `For a mailing: ${count(deliverable)} deliverable, ${count(risky)} risky, ${count(mistyped)} mistyped${repeats}.`,
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
  people: job.people,
  repeated_people: job.repeatedPeople,
  duplicates: job.duplicates,
  processed: job.processed,
  valid: job.valid,
  invalid: job.invalid,
  unknown: job.unknown,
  disposable: job.disposable,
  role: job.role,
  deliverable: job.deliverable,
  risky: job.risky,
  mistyped: job.mistyped,
  charged: job.charged,
  created_at: job.createdAt,
  ...(job.mailbox && {
    mailbox: { waiting: job.mailbox.waiting, until: job.mailbox.until, ended_at: job.mailbox.endedAt },
  }),
  completed_at: job.completedAt,
  failure: job.failure,
  next_step: job.nextStep,
})
