/** The target answered; `body` is the beginning of what it said. */
export interface Answered {
  readonly outcome: 'answered'
  readonly status: number
  /** Milliseconds it asks us to wait (RFC 9110 section 10.2.3), where it does. */
  readonly retryAfterMs?: number
  readonly body: string
  readonly durationMs: number
}

/** No answer: `reason` is for the person who reads the delivery log. */
export interface Unanswered {
  readonly outcome: 'unanswered'
  readonly cause: 'not_allowed' | 'name' | 'connection' | 'timeout'
  readonly reason: string
  readonly durationMs: number
}

/**
 * The only way out of the house to addresses that callers choose. A target's name is resolved once, every address it
 * has must be allowed, and the connection is made to an address that was checked. No redirect is followed.
 */
export interface Outbound {
  /** Why this URL may not be called, for the person who gave it; undefined when it may, or its name does not resolve now. */
  problemOf(url: string): Promise<string | undefined>
  /** Never rejects. */
  post(
    url: string,
    request: {
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
      /** For everything: resolving, connecting, sending, the answer. */
      readonly timeoutMs: number
      /** Aborts when the caller has to leave: an answer on its way may still arrive, a slow one is not waited for. */
      readonly signal?: AbortSignal
    },
  ): Promise<Answered | Unanswered>
  close(): Promise<void>
}
