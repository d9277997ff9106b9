import type { BatchResults, BatchRow, BatchView } from '../../features/batches/index.js'
import type { TextStream } from '../../web/stream.js'
import { agentResult, agentStats } from '../verification/present.js'

/** BatchStatus, as the contract has it. @param baseUrl prefix of its link */
export const batchStatus = (view: BatchView, baseUrl: string) => ({
  batch_id: view.batchId,
  status: view.status,
  ...progress(view),
  ...times(view),
  ...(view.source === 'upload' && {
    job_id: view.batchId,
    progress: progress(view),
    ...link(view, baseUrl),
  }),
})

/** BatchAccepted, as the contract has it. It may have ended already, where the call came again. */
export const batchAccepted = ({ batchId, status, total }: BatchView) => ({
  batch_id: batchId,
  status: status === 'pending' ? status : ('processing' as const),
  total,
})

/** BulkJobStatus, as the contract has it; it has no word for what was cancelled. */
export const bulkJobStatus = (view: BatchView, baseUrl: string) => ({
  job_id: view.batchId,
  status: view.status === 'cancelled' ? ('failed' as const) : view.status,
  progress: progress(view),
  ...link(view, baseUrl),
  ...times(view),
  ...(view.status === 'cancelled' && { failure: 'The job was cancelled.' }),
})

const progress = ({ total, processed, valid, invalid }: BatchView) => ({ total, processed, valid, invalid })

const times = ({ createdAt, completedAt, failure }: BatchView) => ({
  created_at: createdAt,
  ...(completedAt !== null && { completed_at: completedAt }),
  ...(failure !== null && { failure }),
})

const link = ({ downloadPath }: BatchView, baseUrl: string) =>
  downloadPath === null ? {} : { download_url: baseUrl + downloadPath }

/** AgentBatchResponse, as the contract has it, text by text: a million rows are never in memory together. */
export async function* batchResultsText({ view, chunks }: BatchResults): TextStream {
  const { batchId, format, processed, valid, startedAt, completedAt } = view
  const ms = startedAt && completedAt ? Date.parse(completedAt) - Date.parse(startedAt) : 0
  yield `{"id":${JSON.stringify(batchId)},"results":[`
  let comma = ''
  for await (const rows of chunks()) {
    if (rows.length === 0) continue
    yield comma + rows.map((row) => JSON.stringify(agentResult(format, row.index, row))).join()
    comma = ','
  }
  yield `],"stats":${JSON.stringify(agentStats(processed, valid, ms))}}`
}

/** The results of an agent's batch, as it is told of them. */
export async function compactResults(read: () => Promise<AsyncIterable<readonly BatchRow[]>>): Promise<object[]> {
  const results: object[] = []
  for await (const rows of await read()) {
    for (const { index, email, verdict } of rows) results.push(agentResult('compact', index, { email, verdict }))
  }
  return results
}
