// The port for calls to URLs that callers or other services chose, protected against SSRF.

/** The target answered; `body` is the beginning of the response body. */
export interface Answered {
  readonly outcome: 'answered'
  readonly status: number
  /** Milliseconds from the Retry-After header (RFC 9110 section 10.2.3), if present. */
  readonly retryAfterMs?: number
  /** The Location header (RFC 9110 section 10.2.2) as it came, of an answer with a status from 300 to 399. */
  readonly location?: string
  readonly body: string
  readonly durationMs: number
}

/** The target answered, with its whole body. */
interface Downloaded {
  readonly outcome: 'answered'
  readonly status: number
  readonly content: Buffer
  readonly durationMs: number
}

/** The target did not answer; `reason` is for readers of the delivery log. */
export interface Unanswered {
  readonly outcome: 'unanswered'
  readonly cause: 'not_allowed' | 'name' | 'connection' | 'timeout'
  readonly reason: string
  readonly durationMs: number
}

/**
 * HTTP client for URLs chosen by callers or by other services, protected against SSRF; no other code may call such URLs. A target's name is
 * resolved once, every address it has must be allowed, and the connection goes to an address that was checked.
 * Redirects are not followed.
 */
export interface Outbound {
  /**
   * Why this URL may not be called, for the caller; undefined when it may, or when its name does not currently resolve.
   */
  problemOf(url: string): Promise<string | undefined>
  /** Never rejects. */
  post(
    url: string,
    request: {
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
      /** Certificate authorities in PEM that are trusted beside the public ones. */
      readonly authorities?: readonly string[]
      /** Timeout for the whole call: resolving, connecting, sending and receiving. */
      readonly timeoutMs: number
      /**
       * Aborts when the caller is shutting down: an answer that is arriving is still accepted, a slow one is not
       * awaited.
       */
      readonly signal?: AbortSignal
    },
  ): Promise<Answered | Unanswered>
  close(): Promise<void>
}

/** The same client, for files of other services. */
export interface Downloader {
  /** Never rejects. A response that is longer than `maxBytes`, headers included, counts as none. */
  get(
    url: string,
    request: {
      /** Timeout for the whole call. */
      readonly timeoutMs: number
      readonly maxBytes: number
      /** As for `post`. */
      readonly signal?: AbortSignal
    },
  ): Promise<Downloaded | Unanswered>
}
