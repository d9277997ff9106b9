// Failures that callers may see, each with a stable code.

/**
 * Stable code of every way an operation can fail. Each transport maps the codes in one place (HTTP: `api/errors.ts`);
 * no other code depends on HTTP statuses.
 */
export type FailureCode =
  | 'VALIDATION_ERROR'
  | 'INVALID_JSON'
  | 'TOO_MANY_EMAILS'
  | 'ASYNC_REQUIRED'
  | 'CSV_INVALID'
  | 'WEBHOOK_URL_NOT_ALLOWED'
  | 'MISSING_API_KEY'
  | 'INVALID_API_KEY'
  | 'INSUFFICIENT_SCOPE'
  | 'NETWORK_NOT_ALLOWED'
  | 'ORIGIN_NOT_ALLOWED'
  | 'REGISTRATION_CLOSED'
  | 'INVALID_INVITE'
  | 'NOT_FOUND'
  | 'BATCH_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'BATCH_NOT_CANCELLABLE'
  | 'BATCH_FAILED'
  | 'BATCH_PROCESSING'
  | 'WEBHOOK_DISABLED'
  | 'NO_DRAFT'
  | 'RULES_CHANGED'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'LAST_KEY'
  | 'TOO_MANY_KEYS'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMIT_EXCEEDED'
  | 'INTERNAL_ERROR'
  | 'UPSTREAM_ERROR'
  | 'SERVICE_UNAVAILABLE'
  | 'UPSTREAM_TIMEOUT'

/**
 * An expected failure. `message` is for the caller and says what to change; `details` are machine-readable, such as
 * `{ problems: [{ path, message }] }` or `{ limit: 10 }`; `cause` holds what only an operator may see.
 */
export class Failure extends Error {
  override readonly name = 'Failure'
  constructor(
    readonly code: FailureCode,
    message: string,
    readonly details?: Readonly<Record<string, unknown>>,
    options?: { cause?: unknown },
  ) {
    super(message, options)
  }
}

/** Codes of failures of the service, which may have had an effect. */
const OF_THE_SERVICE: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'INTERNAL_ERROR',
  'UPSTREAM_ERROR',
  'SERVICE_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
])

/** Whether an error means that the call was rejected without any effect. */
export const isRefusal = (error: unknown): error is Failure =>
  error instanceof Failure && !OF_THE_SERVICE.has(error.code)

/**
 * The failure of a request with one invalid value.
 * @param path JSON pointer of the value
 * @param message what it must be, without a full stop
 */
export const invalidAt = (path: string, message: string): Failure =>
  new Failure('VALIDATION_ERROR', `${message}.`, { problems: [{ path, message }] })

/**
 * Refuses a parameter.
 * @param what what it must be, without a full stop: `must be before \`to\``
 * @throws Failure VALIDATION_ERROR
 */
export function rejectParameter(name: string, what: string): never {
  throw invalidAt(`/${name}`, `\`${name}\` ${what}`)
}

/** JSON pointer (RFC 6901) of the member `name` of the object at `path`. */
export const memberPath = (path: string, name: string): string =>
  `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** What a response must say about a limit that was reached. */
interface LimitReached {
  /** Requests, addresses or bytes allowed in the window. */
  readonly limit: number
  /** Seconds until a retry can succeed, at least 1. */
  readonly retryAfter: number
  /** Unix seconds at which the window ends. */
  readonly reset: number
  readonly scope: 'minute' | 'hour' | 'day' | 'month'
  /** Figures for display: what is used and left of the month's quota, and what was requested. */
  readonly figures?: { readonly used: number; readonly remaining: number; readonly requested: number }
  /** Simulated for a sandbox key; the limiter's real window differs. */
  readonly simulated?: true
}

/** The window of a limit that was reached; times in milliseconds since the epoch. */
export interface ExhaustedWindow extends Omit<LimitReached, 'retryAfter' | 'reset'> {
  readonly resetsAt: number
  readonly now: number
}

export class RateLimited extends Failure {
  readonly reached: LimitReached

  /** @param message says which limit; when to try again is added, unless that is after the month */
  constructor(message: string, { resetsAt, now, ...limit }: ExhaustedWindow) {
    const retryAfter = Math.max(1, Math.ceil((resetsAt - now) / 1_000))
    super('RATE_LIMIT_EXCEEDED', limit.scope === 'month' ? message : `${message} Try again in ${retryAfter} s.`)
    this.reached = { ...limit, retryAfter, reset: Math.ceil(resetsAt / 1_000) }
  }
}
