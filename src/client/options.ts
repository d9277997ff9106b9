import type { MailproofError } from './errors.js'

export interface ClientOptions {
  /** Base URL of the service, without `/v1`; an empty text is the origin of the page. */
  readonly baseUrl: string
  /** Your API key; operations that need none work without it. */
  readonly apiKey?: string | undefined
  /**
   * Maximum time in which nothing is received, nor a piece of a stream is sent, in milliseconds. Default: 60,000; uploads:
   * 600,000.
   */
  readonly timeoutMs?: number
  /** Maximum number of repetitions of a request after a temporary failure. Default: 3. */
  readonly retries?: number
  /** A longer Retry-After is not waited for: the call rejects. In milliseconds; default: 60,000. */
  readonly maxRetryDelayMs?: number
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Called before the wait for a repetition, for logs and progress. */
  readonly onRetry?: (error: MailproofError, delayMs: number) => void
}

/** Options of one call; they override those of the client. */
export interface CallOptions {
  /** Aborting it rejects the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
  readonly retries?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Default: a random key for every call of an operation that accepts one, the same for all its repetitions. */
  readonly idempotencyKey?: string
  /** Called with the successful response, for its headers: rate limits, `Idempotent-Replayed`, `X-Request-ID`. */
  readonly onResponse?: (response: { readonly status: number; readonly headers: Headers }) => void
}
