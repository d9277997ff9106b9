// The errors of the client.
import type { Problem } from './contract.generated.js'

/** Codes of errors that the service responds with. */
export type ServiceErrorCode =
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
 * Codes of errors that the client itself reports. `NETWORK_ERROR`: no response, or an incomplete one. `TIMEOUT`: no
 * response in time. `UNEXPECTED_RESPONSE`: a response that mailproof does not send, for example of another server.
 * `INVALID_SIGNATURE`: a webhook that was not signed with the secret, or too long ago.
 */
export type ClientErrorCode = 'NETWORK_ERROR' | 'TIMEOUT' | 'UNEXPECTED_RESPONSE' | 'INVALID_SIGNATURE'

/** Facts about an error for programs. */
export interface ErrorDetails {
  /** What is wrong with the request, field by field. */
  readonly problems?: readonly Problem[]
  /** The window of the limit that was reached. */
  readonly scope?: 'minute' | 'hour' | 'day' | 'month'
  readonly [name: string]: unknown
}

export interface ErrorFacts {
  /** Status of the response; undefined without a response. */
  readonly status?: number | undefined
  readonly details?: ErrorDetails | undefined
  /** The page that explains the error. */
  readonly docsUrl?: string | undefined
  /** `X-Request-ID` of the response, to be included in a problem report. */
  readonly requestId?: string | undefined
  /** From Retry-After, in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** Whether the same call may succeed later. */
  readonly retryable?: boolean
  readonly cause?: unknown
}

/** Every failure of the client, except an abort by the caller's signal, which rejects with the signal's reason. */
export class MailproofError extends Error {
  override readonly name = 'MailproofError'
  /** Stable, for programs. Newer services may send further codes. */
  readonly code: ServiceErrorCode | ClientErrorCode | (string & {})
  readonly status: number | undefined
  readonly details: ErrorDetails
  readonly docsUrl: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined
  readonly retryable: boolean

  constructor(
    code: MailproofError['code'],
    message: string,
    { cause, details = {}, retryable = false, ...facts }: ErrorFacts = {},
  ) {
    super(message, { cause })
    Object.assign(this, facts)
    this.code = code
    this.details = details
    this.retryable = retryable
    // What logs show of an error. Engines that begin it with the class leave the code out; others write the calls only.
    this.stack = this.stack?.replace(/^\w*Error(?=: )/, `${this.name} [${code}]`)
  }

  /** With the code, for logs; `message` alone is for people. */
  override toString(): string {
    return `${this.name} [${this.code}]: ${this.message}`
  }
}

/** Statuses of temporary failures. */
const RETRYABLE_STATUSES = [408, 425, 429, 502, 503, 504]

interface ErrorBody {
  readonly error?: {
    readonly message?: unknown
    readonly code?: unknown
    readonly details?: ErrorDetails
    readonly docs_url?: string
    readonly retry_after?: number
  }
}

/** The error of a response whose status is not 2xx. @param text its body */
export function errorOf({ status, headers }: Response, text: string): MailproofError {
  const { message, code, details, docs_url, retry_after } = (parseJson(text) as ErrorBody | undefined)?.error ?? {}
  const location = headers.get('location')
  return new MailproofError(
    typeof code === 'string' ? code : 'UNEXPECTED_RESPONSE',
    typeof message === 'string'
      ? message
      : `The server responded with status ${status}${location ? ` and redirected to ${location}` : ''}. Check the base URL.`,
    {
      status,
      details,
      docsUrl: docs_url,
      requestId: headers.get('x-request-id') ?? undefined,
      retryAfterMs: retryAfterMs(headers.get('retry-after') ?? '') ?? (retry_after && retry_after * 1_000),
      // Daily and monthly limits reset too late to be worth waiting for.
      retryable: RETRYABLE_STATUSES.includes(status)
        ? !['day', 'month'].includes(details?.scope as string)
        : code === 'IDEMPOTENCY_IN_PROGRESS',
    },
  )
}

/** Parses Retry-After: seconds or an HTTP date (RFC 9110 section 10.2.3). @returns undefined for any other text, and a time in the past */
function retryAfterMs(text: string): number | undefined {
  const delay = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return delay >= 0 ? delay : undefined
}

/** The parsed text of a response. @throws MailproofError UNEXPECTED_RESPONSE */
export function readJson(text: string, status?: number): unknown {
  const value = parseJson(text)
  if (value !== undefined) return value
  throw new MailproofError('UNEXPECTED_RESPONSE', 'The response is not JSON. Check the base URL.', { status })
}

/** The parsed text; undefined if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
