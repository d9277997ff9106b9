// Which status, code and message an error becomes, over REST and GraphQL.
import type { Plan } from '../features/accounts/index.js'
import { Failure, type FailureCode, RateLimited } from '../kernel/failure.js'
import type { Log } from '../kernel/log.js'
import { StoreUnavailable } from '../kernel/ports/eventStore.js'

/** HTTP status of each failure code. The only place where they are mapped. */
const STATUS: Record<FailureCode, number> = {
  VALIDATION_ERROR: 400,
  INVALID_JSON: 400,
  TOO_MANY_EMAILS: 400,
  ASYNC_REQUIRED: 400,
  CSV_INVALID: 400,
  WEBHOOK_URL_NOT_ALLOWED: 400,
  LAST_KEY: 400,
  TOO_MANY_KEYS: 400,
  MISSING_API_KEY: 401,
  INVALID_API_KEY: 401,
  INSUFFICIENT_SCOPE: 403,
  NETWORK_NOT_ALLOWED: 403,
  ORIGIN_NOT_ALLOWED: 403,
  REGISTRATION_CLOSED: 403,
  INVALID_INVITE: 403,
  NOT_FOUND: 404,
  BATCH_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  BATCH_NOT_CANCELLABLE: 409,
  BATCH_FAILED: 409,
  WEBHOOK_DISABLED: 409,
  NO_DRAFT: 409,
  RULES_CHANGED: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  BATCH_PROCESSING: 425,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  UPSTREAM_ERROR: 502,
  SERVICE_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
}

/** The accepted schemes: X-API-Key, and Authorization (RFC 6750 section 3 requires a parameter). */
const CHALLENGES = 'ApiKey, Bearer realm="mailproof"'

/** Default Retry-After, in seconds. */
const RETRY_AFTER = 5
/** Retry-After, in seconds, while the requested work is in progress. */
const RETRY_SOON = 1

/** The failure code for an unavailable store: 502 for /v1/verify, as the specification says, and 503 for all others. */
const storeFailure = (operation: string): FailureCode =>
  operation === 'verifyEmail' ? 'UPSTREAM_ERROR' : 'SERVICE_UNAVAILABLE'

const UNAVAILABLE: { readonly [code in FailureCode]?: string } = {
  UPSTREAM_ERROR: 'The verification failed midway and may have been charged. It is not retried automatically.',
  SERVICE_UNAVAILABLE: 'The service is temporarily unavailable. Try again in a moment.',
}

export interface ErrorReply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: object
}

export interface ErrorContext {
  readonly operation: string
  readonly requestId: string
  /** Prefix of absolute links. */
  readonly baseUrl: string
  /** Plan of the caller, if it is known. */
  readonly plan?: Plan | undefined
  /** Whether the operation had begun, so that it may have had an effect. Default: true. */
  readonly begun?: boolean
  readonly log: Log
}

/** The response for an error: a registered code and a human-readable message, and no internal details. */
export function errorReply(error: unknown, context: ErrorContext): ErrorReply {
  const failure = toFailure(error, context)
  const status = STATUS[failure.code]
  if (failure instanceof RateLimited) return limitReply(failure, context)
  const { code, message, details } = failure
  const body = {
    message,
    code,
    docs_url: errorPageUrl(code, context.baseUrl),
    ...(details !== undefined && { details }),
  }
  switch (code) {
    case 'MISSING_API_KEY':
    case 'INVALID_API_KEY':
      return { status, headers: { 'WWW-Authenticate': CHALLENGES }, body: { error: body } }
    case 'UPSTREAM_ERROR':
    case 'UPSTREAM_TIMEOUT': {
      const headers = { 'Retry-After': String(RETRY_AFTER), 'x-verify-origin': 'mailproof-error' }
      return { status, headers, body: { error: { ...body, retry_after: RETRY_AFTER } } }
    }
    case 'BATCH_PROCESSING':
    case 'IDEMPOTENCY_IN_PROGRESS':
      return { status, headers: { 'Retry-After': String(RETRY_SOON) }, body: { error: body } }
    case 'SERVICE_UNAVAILABLE':
      return { status, headers: { 'Retry-After': String(RETRY_AFTER) }, body: { error: body } }
    default:
      return { status, headers: {}, body: { error: body } }
  }
}

/** The page that explains an error code. */
export const errorPageUrl = (code: FailureCode, baseUrl: string): string => `${baseUrl}/docs/errors/${code}`

function toFailure(error: unknown, { operation, requestId, begun = true, log }: ErrorContext): Failure {
  if (error instanceof Failure)
    return error.code === 'UPSTREAM_ERROR' ? new Failure(storeFailure(operation), error.message) : error
  const store = error instanceof StoreUnavailable
  const code = store ? storeFailure(operation) : 'INTERNAL_ERROR'
  log.error({ error, operation, requestId }, store ? 'a store did not answer' : 'an operation failed')
  const message = UNAVAILABLE[store && !begun ? 'SERVICE_UNAVAILABLE' : code] ?? 'Internal server error.'
  return new Failure(code, message, undefined, { cause: error })
}

function limitReply({ message, code, reached }: RateLimited, context: ErrorContext): ErrorReply {
  const { limit, retryAfter, reset, scope, figures } = reached
  return {
    status: 429,
    headers: { 'Retry-After': String(retryAfter) },
    body: {
      success: false,
      error: {
        message,
        code,
        docs_url: errorPageUrl(code, context.baseUrl),
        statusCode: 429,
        retry_after: retryAfter,
        limit,
        reset,
        details: { scope, ...figures },
        ...(context.plan === 'free' && { upgrade_url: `${context.baseUrl}/v1/pricing` }),
      },
    },
  }
}
