// Batches and their results as the contract describes them.
import {
  type BatchResults,
  type BatchRow,
  type BatchView,
  type ColumnView,
  columnName,
  type FileView,
} from '../../features/batches/index.js'
import type { TextStream } from '../../httpMessages/stream.js'
import { agentResult, agentStats } from '../verification/present.js'

/** BatchStatus of the contract. @param baseUrl for the download link */
export const batchStatus = (view: BatchView, baseUrl: string) => ({
  batch_id: view.batchId,
  status: view.status,
  ...progress(view),
  ...times(view),
  ...(view.source === 'upload' && {
    job_id: view.batchId,
    progress: progress(view),
    ...uploadOf(view, baseUrl),
  }),
})

/** AgentBatchOutcome of the contract for an accepted batch. On a retried call the batch may have ended already, which is reported as processing. */
export const batchAccepted = ({ batchId, status, total }: BatchView) => ({
  batch_id: batchId,
  status: status === 'pending' ? status : ('processing' as const),
  total,
})

/** BulkJobStatus of the contract, which has no status for cancelled jobs: they are reported as failed. */
export const bulkJobStatus = (view: BatchView, baseUrl: string) => ({
  job_id: view.batchId,
  status: view.status === 'cancelled' ? ('failed' as const) : view.status,
  progress: progress(view),
  ...uploadOf(view, baseUrl),
  ...times(view),
  ...(view.status === 'cancelled' && { failure: 'The job was cancelled.' }),
})

const progress = ({ total, processed, valid, invalid, unknown, disposable, role, ...view }: BatchView) => ({
  total,
  processed,
  valid,
  invalid,
  unknown,
  disposable,
  role,
  deliverable: view.deliverable,
  risky: view.risky,
  mistyped: view.mistyped,
  ...(view.distinct !== undefined && { distinct: view.distinct }),
  ...(view.people && peopleOf(view.people)),
  charged: view.charged,
})

const peopleOf = ({ total, repeated, duplicates }: NonNullable<BatchView['people']>) => ({
  people: total,
  repeated_people: repeated,
  duplicates,
})

const uploadOf = (view: BatchView, baseUrl: string) => ({
  ...fileOf(view),
  ...(view.nextStep !== null && { next_step: view.nextStep }),
  ...link(view, baseUrl),
})

/** What UploadAccepted says in addition about a job that has begun. */
export const understood = (view: BatchView) => ({
  ...(view.distinct !== undefined && { distinct: view.distinct }),
  ...(view.people && peopleOf(view.people)),
  ...fileOf(view),
})

/** UploadedFile of the contract. */
const fileOf = ({ file }: BatchView) => (file === null ? {} : { file: uploadedFile(file) })

const uploadedFile = ({ encoding, mark, delimiter, lineEnd, header, column, otherColumns, ...file }: FileView) => ({
  ...(file.name !== null && { name: file.name }),
  encoding,
  ...(mark !== undefined && { byte_order_mark: mark }),
  delimiter,
  ...(lineEnd !== undefined && { line_ending: lineEnd }),
  header,
  email_column: columnOf(column),
  other_email_columns: otherColumns.map(columnOf),
  ...(file.emptyRows !== undefined && { empty_rows: file.emptyRows }),
  ...(file.linesBefore !== undefined && { lines_before_header: file.linesBefore }),
  added_columns: file.addedColumns,
  ...(file.found && { cells: cellCounts(file.found.cells), remarks: file.found.remarks }),
  ...(file.warning !== null && { warning: file.warning }),
  ...(otherColumns.length > 0 && { notice: noticeOf(column, otherColumns) }),
})

const cellCounts = ({ uneven, otherText, ...counts }: NonNullable<FileView['found']>['cells']) => ({
  ...counts,
  row_length: uneven,
  other_text: otherText,
})

const columnOf = ({ number, name }: ColumnView) => ({ number, ...(name !== null && { name }) })

function noticeOf(column: ColumnView, others: readonly ColumnView[]): string {
  const verified = `The addresses in column ${columnName(column)} are verified.`
  return `${verified} Addresses were also found in column ${others.map(columnName).join(', ')}: to verify those, upload the file with \`email_column\`.`
}

const times = ({ createdAt, completedAt, failure }: BatchView) => ({
  created_at: createdAt,
  ...(completedAt !== null && { completed_at: completedAt }),
  ...(failure !== null && { failure }),
})

const link = ({ downloadPath }: BatchView, baseUrl: string) =>
  downloadPath === null ? {} : { download_url: baseUrl + downloadPath }

/**
 * AgentBatchResponse of the contract, streamed: a million rows are never all in memory. The first chunk of rows is
 * read before any text, so that a refused read is an error response.
 */
export async function* batchResultsText({ view, chunks }: BatchResults): TextStream {
  const { batchId, format, startedAt, completedAt } = view
  const ms = startedAt && completedAt ? Date.parse(completedAt) - Date.parse(startedAt) : 0
  let before = `{"id":${JSON.stringify(batchId)},"results":[`
  let begun = false
  for await (const rows of chunks()) {
    if (rows.length === 0) continue
    yield before + rows.map((row) => JSON.stringify(agentResult(format, row.index, row))).join()
    before = ','
    begun = true
  }
  yield `${begun ? '' : before}],"stats":${JSON.stringify(agentStats({ ...view, total: view.processed }, ms))}}`
}

/** The compact results of a batch, for its webhook notification. */
export async function compactResults(read: () => Promise<AsyncIterable<readonly BatchRow[]>>): Promise<object[]> {
  const results: object[] = []
  for await (const rows of await read()) {
    for (const { index, email, verdict, ruling } of rows)
      results.push(agentResult('compact', index, { email, verdict, ruling }))
  }
  return results
}

export const CANCELLED_MESSAGES = {
  cancelled: 'Batch cancelled.',
  already_cancelled: 'This batch was already cancelled.',
  deleted: 'The files and results of this batch are deleted.',
}
