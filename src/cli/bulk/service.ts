import { createForm, type UploadEvents } from './form.js'
import { readJsonResponse, requireSuccess } from './response.js'
import { RetryableError } from './retryErrors.js'
import { receive, sendRequest } from './send.js'
import type { BulkSource } from './source.js'

/** Kinds of results by which a download can be filtered. */
export const RESULT_KINDS = ['deliverable', 'risky', 'invalid', 'unknown'] as const
export type ResultKind = (typeof RESULT_KINDS)[number]

export interface AcceptedUpload {
  readonly jobId: string
  readonly rows: number
  /** The job was created by an earlier upload of the same file. */
  readonly replayed: boolean
}

export interface BulkJob {
  readonly status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled'
  readonly total: number
  readonly processed: number
  readonly valid: number
  readonly invalid: number
  readonly unknown: number
  readonly disposable: number
  readonly role: number
  /** Distinct addresses; null if the service does not report it. */
  readonly distinct: number | null
  readonly charged: number
  /** How the file was read; null if the service does not report it. */
  readonly file: UploadedFile | null
  readonly createdAt: string
  readonly completedAt: string | null
  /** Reason for a failure. */
  readonly failure: string | null
}

/** A column of the uploaded file. */
export interface UploadedColumn {
  readonly number: number
  readonly name?: string
}

/** How the service read the uploaded file. */
export interface UploadedFile {
  readonly encoding: string
  readonly byte_order_mark?: boolean
  readonly delimiter: string
  readonly line_ending?: string
  readonly header: boolean
  readonly email_column: UploadedColumn
  readonly other_email_columns: readonly UploadedColumn[]
  readonly empty_rows?: number
}

/** How long a server may take to respond to a request for its health. */
const REACH_TIMEOUT_MS = 5_000
/** Statuses of a reverse proxy whose service does not respond (RFC 9110 section 15.6); liveness itself is always 200. */
const GATEWAY_ERRORS: ReadonlySet<number> = new Set([502, 503, 504])

interface JobBody {
  readonly status: Exclude<BulkJob['status'], 'cancelled'>
  readonly progress: Pick<
    BulkJob,
    'total' | 'processed' | 'valid' | 'invalid' | 'unknown' | 'disposable' | 'role' | 'charged'
  > & { readonly distinct?: number }
  readonly file?: UploadedFile
  readonly created_at: string
  readonly completed_at?: string
  readonly failure?: string
}

export interface ServiceOptions {
  /** Base URL of the API, without `/v1`. */
  readonly base: URL
  readonly key: string
  readonly signal: AbortSignal
}

export type BulkService = ReturnType<typeof createService>

/** Client for the endpoints of bulk jobs; one request per call. Methods throw RetryableError or PermanentError. */
export function createService({ base, key, signal }: ServiceOptions) {
  const urlOf = (path: string) => new URL(`${base.pathname.replace(/\/+$/, '')}${path}`, base)
  const healthUrl = urlOf('/health/live')
  const headers = { 'X-API-Key': key, Accept: 'application/json' }

  async function get<T>(path: string): Promise<T> {
    const url = urlOf(path)
    return readJsonResponse<T>(await sendRequest({ url, method: 'GET', headers, signal }), url)
  }

  /** `/v1/bulk/{id}` reports a cancelled job as failed; `/v1/batch/{id}` distinguishes them. */
  async function finalStatus(jobId: string): Promise<'failed' | 'cancelled'> {
    const { status } = await get<{ status: string }>(`/v1/batch/${encodeURIComponent(jobId)}`)
    return status === 'cancelled' ? 'cancelled' : 'failed'
  }

  return {
    healthUrl,

    /** Resolves once the service responds. @throws RetryableError if it does not, or a proxy responds for it */
    async reach(): Promise<void> {
      const response = await sendRequest({
        url: healthUrl,
        method: 'GET',
        headers: {},
        signal,
        idleTimeoutMs: REACH_TIMEOUT_MS,
      })
      response.destroy()
      const { statusCode = 0 } = response
      if (GATEWAY_ERRORS.has(statusCode))
        throw new RetryableError(`Cannot reach ${healthUrl.origin}: a proxy responded with status ${statusCode}`)
    },

    async upload(
      source: BulkSource,
      fields: Readonly<Record<string, string>>,
      idempotencyKey: string,
      events: UploadEvents,
    ): Promise<AcceptedUpload> {
      const url = urlOf('/v1/bulk/upload')
      const form = createForm(fields, source, events)
      const response = await sendRequest({
        url,
        method: 'POST',
        headers: { ...headers, ...form.headers, 'Idempotency-Key': idempotencyKey },
        body: form.content(),
        signal,
      })
      const body = await readJsonResponse<{ job_id: string; total_emails: number }>(response, url)
      const replayed = response.headers['idempotent-replayed'] === 'true'
      return { jobId: body.job_id, rows: body.total_emails, replayed }
    },

    async job(jobId: string): Promise<BulkJob> {
      const path = `/v1/bulk/${encodeURIComponent(jobId)}`
      const { status, progress, file, created_at, completed_at, failure } = await get<JobBody>(path)
      return {
        ...progress,
        status: status === 'failed' ? await finalStatus(jobId) : status,
        distinct: progress.distinct ?? null,
        file: file ?? null,
        createdAt: created_at,
        completedAt: completed_at ?? null,
        failure: failure ?? null,
      }
    },

    /** The result file, or only its rows of one kind. Built from `base`, not `download_url`, which uses the BASE_URL of the service. */
    async download(jobId: string, only?: ResultKind): Promise<AsyncIterable<Buffer>> {
      const url = urlOf(`/v1/batch/${encodeURIComponent(jobId)}/download`)
      if (only !== undefined) url.searchParams.set('only', only)
      const response = await sendRequest({ url, method: 'GET', headers: { 'X-API-Key': key }, signal })
      await requireSuccess(response, url)
      return receive(response, url)
    },
  }
}
