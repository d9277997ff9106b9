import type { BatchView } from '../../features/batches/index.js'

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
