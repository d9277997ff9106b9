import { readJson, requireGood } from './answer.js'
import { createForm } from './form.js'
import { receive, send } from './send.js'
import type { Source } from './source.js'

export interface Accepted {
  readonly jobId: string
  readonly rows: number
  /** An earlier upload of the same file had made the job. */
  readonly replayed: boolean
}

export interface Job {
  readonly status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled'
  readonly total: number
  readonly processed: number
  readonly valid: number
  readonly invalid: number
  readonly createdAt: string
  readonly completedAt: string | null
  /** Why it failed. */
  readonly failure: string | null
}

interface JobBody {
  readonly status: Exclude<Job['status'], 'cancelled'>
  readonly progress: Pick<Job, 'total' | 'processed' | 'valid' | 'invalid'>
  readonly created_at: string
  readonly completed_at?: string
  readonly failure?: string
}

export interface ServiceOptions {
  /** Where the API is, without `/v1`. */
  readonly base: URL
  readonly key: string
  readonly signal: AbortSignal
}

export type BulkService = ReturnType<typeof createService>

/** The part of the HTTP contract that a bulk job needs; each is one request. @throws NotNow, NotDone */
export function createService({ base, key, signal }: ServiceOptions) {
  const urlOf = (path: string) => new URL(`${base.pathname.replace(/\/+$/, '')}${path}`, base)
  const headers = { 'X-API-Key': key, Accept: 'application/json' }

  async function get<T>(path: string): Promise<T> {
    const url = urlOf(path)
    return readJson<T>(await send({ url, method: 'GET', headers, signal }), url)
  }

  /** Cancelled jobs are failed ones in the words of uploads; those of batches tell them apart. */
  async function ending(jobId: string): Promise<'failed' | 'cancelled'> {
    const { status } = await get<{ status: string }>(`/v1/batch/${encodeURIComponent(jobId)}`)
    return status === 'cancelled' ? 'cancelled' : 'failed'
  }

  return {
    /** @param sent told how many bytes of the file have been taken */
    async upload(
      source: Source,
      fields: Readonly<Record<string, string>>,
      idempotencyKey: string,
      sent: (bytes: number) => void,
    ): Promise<Accepted> {
      const url = urlOf('/v1/bulk/upload')
      const form = createForm(fields, source, sent)
      const answer = await send({
        url,
        method: 'POST',
        headers: { ...headers, ...form.headers, 'Idempotency-Key': idempotencyKey },
        body: form.content(),
        signal,
      })
      const body = await readJson<{ job_id: string; total_emails: number }>(answer, url)
      const replayed = answer.headers['idempotent-replayed'] === 'true'
      return { jobId: body.job_id, rows: body.total_emails, replayed }
    },

    async job(jobId: string): Promise<Job> {
      const path = `/v1/bulk/${encodeURIComponent(jobId)}`
      const { status, progress, created_at, completed_at, failure } = await get<JobBody>(path)
      const { total, processed, valid, invalid } = progress
      return {
        status: status === 'failed' ? await ending(jobId) : status,
        total,
        processed,
        valid,
        invalid,
        createdAt: created_at,
        completedAt: completed_at ?? null,
        failure: failure ?? null,
      }
    },

    /** The file with its verdicts; from where the job is, whatever the service believes that it is called. */
    async download(jobId: string): Promise<AsyncIterable<Buffer>> {
      const url = urlOf(`/v1/batch/${encodeURIComponent(jobId)}/download`)
      const answer = await send({ url, method: 'GET', headers: { 'X-API-Key': key }, signal })
      await requireGood(answer, url)
      return receive(answer, url)
    },
  }
}
