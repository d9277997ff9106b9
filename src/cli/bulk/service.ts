// The requests of `mailproof bulk` to the service.
import { createClient, type MailproofError, type UploadedFile } from '../../client/index.js'
import { bulkError } from './bulkError.js'
import type { ResultKind } from './resultKinds.js'
import { RetryableError } from './retryErrors.js'
import type { BulkSource } from './source.js'

interface AcceptedUpload {
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
  readonly deliverable: number
  readonly risky: number
  readonly mistyped: number
  /** People, those with several rows, and rows that repeat a person; null if the service does not report them. */
  readonly people: number | null
  readonly repeatedPeople: number | null
  readonly duplicates: number | null
  /** Distinct addresses; null if the service does not report it. */
  readonly distinct: number | null
  readonly charged: number
  /** How the file was read; null if the service does not report it. */
  readonly file: UploadedFile | null
  /** Progress of the questions to mail servers; null if they are not asked. */
  readonly mailbox: { readonly waiting: number; readonly until: string | null; readonly endedAt: string | null } | null
  readonly createdAt: string
  readonly completedAt: string | null
  /** What to do with the result; null unless the job is completed. */
  readonly nextStep: string | null
  /** Reason for a failure. */
  readonly failure: string | null
}

interface UploadEvents {
  /** Called with the number of bytes of the file sent so far. */
  onProgress(bytes: number): void
  /** Awaited before the last bytes are sent: until then the service cannot have the whole file. */
  onEnd(): Promise<void>
}

/** Maximum time without any traffic; the service reads and checks a large file in less. */
const IDLE_TIMEOUT_MS = 120_000
/** How long a server may take to respond to a request for its health. */
const REACH_TIMEOUT_MS = 5_000
/** Statuses of a reverse proxy whose service does not respond (RFC 9110 section 15.6); liveness itself is always 200. */
const GATEWAY_ERRORS: ReadonlySet<number> = new Set([502, 503, 504])

interface ServiceOptions {
  /** Base URL of the API, without `/v1`. */
  readonly base: URL
  readonly key: string
  readonly signal: AbortSignal
}

export type BulkService = ReturnType<typeof createService>

/** The operations of bulk jobs; one request per call. Methods throw RetryableError or PermanentError. */
export function createService({ base, key, signal }: ServiceOptions) {
  const baseUrl = `${base.origin}${base.pathname.replace(/\/+$/, '')}`
  const healthUrl = new URL(`${baseUrl}/health/live`)
  const client = createClient({
    baseUrl,
    apiKey: key,
    // `createRetry` says why it waits, and stops after a time, not after a number of attempts.
    retries: 0,
    timeoutMs: IDLE_TIMEOUT_MS,
    headers: proxyAuthorization(base),
  })
  const call = <T>(response: Promise<T>): Promise<T> =>
    response.catch((error: unknown) => {
      throw bulkError(error, base)
    })

  /** `/v1/bulk/{id}` reports a cancelled job as failed; `/v1/batch/{id}` distinguishes them. */
  async function finalStatus(batchId: string): Promise<'failed' | 'cancelled'> {
    const { status } = await call(client.getBatch({ batchId }, { signal }))
    return status === 'cancelled' ? 'cancelled' : 'failed'
  }

  async function* receive(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
    try {
      for await (const { buffer, byteOffset, byteLength } of stream) yield Buffer.from(buffer, byteOffset, byteLength)
    } catch (error) {
      throw bulkError(error, base)
    }
  }

  return {
    healthUrl,

    /** Resolves once the service responds. @throws RetryableError if it does not, or a proxy responds for it */
    async reach(): Promise<void> {
      try {
        await client.getLiveness({}, { signal, timeoutMs: REACH_TIMEOUT_MS })
      } catch (error) {
        const { status } = error as MailproofError
        if (status === undefined) throw bulkError(error, base)
        if (GATEWAY_ERRORS.has(status))
          throw new RetryableError(`Cannot reach ${base.origin}: a proxy responded with status ${status}`)
      }
    },

    async upload(
      source: BulkSource,
      fields: Readonly<Record<string, string>>,
      idempotencyKey: string,
      events: UploadEvents,
    ): Promise<AcceptedUpload> {
      let replayed = false
      const onResponse = ({ headers }: { readonly headers: Headers }) => {
        replayed = headers.get('idempotent-replayed') === 'true'
      }
      const input = { file: () => contentOf(source, events), fileName: source.name, ...fields }
      const { job_id, total_emails } = await call(client.uploadBulk(input, { signal, idempotencyKey, onResponse }))
      return { jobId: job_id, rows: total_emails, replayed }
    },

    async job(jobId: string): Promise<BulkJob> {
      const job = await call(client.getBulkJob({ jobId }, { signal }))
      const { status, progress, file, mailbox, next_step, created_at, completed_at, failure } = job
      const { repeated_people, ...counts } = progress
      return {
        ...counts,
        status: status === 'failed' ? await finalStatus(jobId) : status,
        distinct: counts.distinct ?? null,
        people: counts.people ?? null,
        repeatedPeople: repeated_people ?? null,
        duplicates: counts.duplicates ?? null,
        file: file ?? null,
        mailbox: mailbox
          ? { waiting: mailbox.waiting, until: mailbox.until ?? null, endedAt: mailbox.ended_at ?? null }
          : null,
        createdAt: created_at,
        completedAt: completed_at ?? null,
        nextStep: next_step ?? null,
        failure: failure ?? null,
      }
    },

    /** The result file, or only its rows of one kind. From `base`, not `download_url`, which uses the BASE_URL of the service. */
    async download(batchId: string, only?: ResultKind): Promise<AsyncIterable<Buffer>> {
      return receive(await call(client.downloadBatch({ batchId, ...(only && { only }) }, { signal })))
    },
  }
}

/** User name and password in the URL are for a proxy in front of the service; `fetch` accepts none. */
const proxyAuthorization = ({ username, password }: URL): Record<string, string> =>
  username === ''
    ? {}
    : {
        Authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
      }

async function* contentOf(source: BulkSource, { onProgress, onEnd }: UploadEvents): AsyncGenerator<Buffer> {
  let sent = 0
  for await (const piece of source.read()) {
    yield piece
    sent += piece.length
    onProgress(sent)
  }
  await onEnd()
}
