/** A temporary failure: the service is unreachable or asks to retry later. */
export class RetryableError extends Error {
  override readonly name = 'RetryableError'
  constructor(
    message: string,
    /** From Retry-After; undefined without that header. */
    readonly retryAfterMs?: number,
  ) {
    super(message)
  }
}

/** A failure that a retry would not change. The message is shown to the user. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError'
  constructor(
    message: string,
    /** Status of the response; undefined without a response. */
    readonly status?: number,
  ) {
    super(message)
  }
}
