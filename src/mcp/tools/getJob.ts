// The tool that shows a job and its results.
import type { Answer, Api, BatchItem } from '../api.js'
import { COUNT, NEXT, RESULT, TEXT } from '../schemas.js'
import type { Tool } from '../tool.js'

interface Arguments {
  readonly job_id: string
  readonly results?: number
  readonly offset?: number
}

const MAX_RESULTS = 500
/** More than any list of an agent has. Every page reads the results before it. */
const MAX_OFFSET = 50_000

export const getJob: Tool<Arguments> = {
  name: 'get_job',
  title: 'Progress and results of a list',
  description: `Progress, counts and results of a job of verify_list, or of a file that was uploaded. Costs nothing. \
Set \`results\` to read that many of them, at most ${MAX_RESULTS}, once the job has ended; \`next_offset\` continues. \
\`charged\` says what the job has cost. For the whole result of an uploaded file, give the person its \`download_url\`.`,
  operations: ['getBatch', 'getBatchResults'],
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['job_id'],
    properties: {
      job_id: { type: 'string', minLength: 1, maxLength: 100, description: 'The job_id of verify_list or an upload.' },
      results: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_RESULTS,
        'x-default': 0,
        description: 'How many results to read. Default: 0.',
      },
      offset: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_OFFSET,
        'x-default': 0,
        description: 'Index of the first result to read. Default: 0.',
      },
    },
  },
  example: { job_id: '019acb60-2b1c-7c3d-9a4e-5f60718293a4', results: 100 },
  output: {
    type: 'object',
    required: ['job_id', 'status', 'total', 'processed', 'valid', 'invalid', 'unknown', 'charged', 'next'],
    properties: {
      job_id: TEXT,
      status: { ...TEXT, description: 'pending, processing, completed, cancelled or failed.' },
      total: COUNT,
      processed: COUNT,
      valid: COUNT,
      invalid: COUNT,
      unknown: COUNT,
      deliverable: { ...COUNT, description: 'Safe to mail.' },
      risky: { ...COUNT, description: 'Valid, but to be reviewed.' },
      charged: COUNT,
      failure: TEXT,
      download_url: TEXT,
      results: { type: 'array', items: RESULT },
      next_offset: COUNT,
      next: NEXT,
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run(api, { job_id: batchId, results: wanted = 0, offset = 0 }) {
    const job = await api.call('getBatch', { batchId })
    if (job.status === 'pending' || job.status === 'processing')
      return { ...statusOf(job), next: 'Not finished: call get_job again in a few seconds.' }
    if (wanted === 0) return { ...statusOf(job), next: job.next_step ?? 'Ended: set results to read them.' }
    const { rows, more } = await pageOf(api, batchId, offset, wanted)
    const next = offset + rows.length
    return {
      ...statusOf(job),
      results: rows,
      ...(more && { next_offset: next }),
      next: more ? `Call get_job with offset ${next} for more.` : 'These were the last results.',
    }
  },
}

type Job = Answer<'getBatch'>

const statusOf = ({ batch_id, status, total, processed, valid, invalid, unknown, ...job }: Job) => ({
  job_id: batch_id,
  status,
  total,
  processed,
  valid,
  invalid,
  unknown,
  deliverable: job.deliverable,
  risky: job.risky,
  charged: job.charged,
  ...(job.failure !== undefined && { failure: job.failure }),
  ...(job.download_url !== undefined && { download_url: job.download_url }),
})

/** Reads no further than the first result after the page. */
async function pageOf(api: Api, batchId: string, offset: number, wanted: number) {
  const rows: object[] = []
  for await (const item of api.results(batchId)) {
    if (item.i < offset) continue
    if (rows.length === wanted) return { rows, more: true }
    rows.push(rowOf(item))
  }
  return { rows, more: false }
}

const rowOf = ({ i: index, v, u, d, e, email, metadata }: BatchItem) => ({
  index,
  ...(email !== undefined && { email }),
  status: u === 1 ? 'unknown' : v === 1 ? 'valid' : 'invalid',
  ...(e !== undefined && { reason: e }),
  ...(d === 1 && { disposable: true }),
  ...(metadata?.did_you_mean !== undefined && { did_you_mean: metadata.did_you_mean }),
})
