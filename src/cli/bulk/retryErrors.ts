/** The service cannot be asked just now, or says to come back later. */
export class RetryableError extends Error {
  override readonly name = 'NotNow'
  constructor(
    message: string,
    /** As the service says; undefined where it says nothing. */
    readonly retryAfterMs?: number,
  ) {
    super(message)
  }
}

/** It will not be done, and asking again would not change that. The message is for the person who asked. */
export class PermanentError extends Error {
  override readonly name = 'NotDone'
  constructor(
    message: string,
    /** As the service answered; undefined where it did not. */
    readonly status?: number,
  ) {
    super(message)
  }
}
