import type { IncomingMessage } from 'node:http'
import { visible } from '../output.js'
import { PermanentError, RetryableError } from './retryErrors.js'
import { receive } from './send.js'

/** Retryable statuses. */
const RETRYABLE_STATUSES = new Set([408, 425, 429, 502, 503, 504])
/** Maximum size of a JSON response, in bytes. */
const MAX_BYTES = 1024 * 1024

interface ErrorBody {
  readonly error?: {
    readonly message?: unknown
    readonly code?: unknown
    readonly details?: { readonly scope?: unknown }
  }
}

/** Reads a successful response as JSON. @throws RetryableError or PermanentError for an error status or a body that is not JSON */
export async function readJsonResponse<T>(response: IncomingMessage, url: URL): Promise<T> {
  await requireSuccess(response, url)
  const body = parse(await readText(response, url))
  if (body === undefined) throw new PermanentError(`The response of ${url.href} is not JSON. Check --url.`)
  return body as T
}

/** @throws RetryableError or PermanentError with the service's message, unless the status is 2xx */
export async function requireSuccess(response: IncomingMessage, url: URL): Promise<void> {
  const status = response.statusCode ?? 0
  if (status >= 200 && status < 300) return
  const { error = {} } = (parse(await readText(response, url)) ?? {}) as ErrorBody
  const message = typeof error.message === 'string' ? visible(error.message) : unexplained(response, url)
  // Daily and monthly limits reset too late to be worth waiting for.
  const isRetryable = RETRYABLE_STATUSES.has(status)
    ? !['day', 'month'].includes(String(error.details?.scope))
    : error.code === 'IDEMPOTENCY_IN_PROGRESS'
  if (isRetryable) throw new RetryableError(message.replace(/\.$/, ''), retryAfter(response.headers['retry-after']))
  throw new PermanentError(message, status)
}

function unexplained({ statusCode, headers }: IncomingMessage, url: URL): string {
  const redirect = headers.location ? ` and redirected to ${visible(headers.location)}` : ''
  return `${url.href} responded with status ${statusCode}${redirect}. Check --url.`
}

/** Parses Retry-After: seconds or an HTTP date (RFC 9110 section 10.2.3). @returns milliseconds */
function retryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

async function readText(response: IncomingMessage, url: URL): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of receive(response, url)) {
    size += piece.length
    if (size > MAX_BYTES) throw new PermanentError(`The response of ${url.href} is too large. Check --url.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
