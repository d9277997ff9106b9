import type { IncomingMessage } from 'node:http'
import { visible } from '../output.js'
import { PermanentError, RetryableError } from './retryErrors.js'
import { receive } from './send.js'

/** Statuses that ask for another try. */
const LATER = new Set([408, 425, 429, 502, 503, 504])
/** An answer that is not what was asked for is read only so far. */
const MOST_BYTES = 1024 * 1024

interface ErrorBody {
  readonly error?: {
    readonly message?: unknown
    readonly code?: unknown
    readonly details?: { readonly scope?: unknown }
  }
}

/** The body of an answer as JSON. @throws NotNow, NotDone when it is a refusal, or no JSON */
export async function readJson<T>(answer: IncomingMessage, url: URL): Promise<T> {
  await requireGood(answer, url)
  const body = parse(await readText(answer, url))
  if (body === undefined) throw new PermanentError(`${url.href} does not answer as mailproof does. Is --url right?`)
  return body as T
}

/** @throws NotNow, NotDone with what the service says */
export async function requireGood(answer: IncomingMessage, url: URL): Promise<void> {
  const status = answer.statusCode ?? 0
  if (status >= 200 && status < 300) return
  const { error = {} } = (parse(await readText(answer, url)) ?? {}) as ErrorBody
  const message = typeof error.message === 'string' ? visible(error.message) : unexplained(answer, url)
  // What a day or a month allows comes back with the next one: nobody waits for that here.
  const waits = LATER.has(status)
    ? !['day', 'month'].includes(String(error.details?.scope))
    : error.code === 'IDEMPOTENCY_IN_PROGRESS'
  if (waits) throw new RetryableError(message.replace(/\.$/, ''), retryAfter(answer.headers['retry-after']))
  throw new PermanentError(message, status)
}

function unexplained({ statusCode, headers }: IncomingMessage, url: URL): string {
  const elsewhere = headers.location ? ` and points to ${visible(headers.location)}` : ''
  return `${url.href} answers ${statusCode}${elsewhere}. Is --url right?`
}

/** Seconds or a date (RFC 9110 section 10.2.3). */
function retryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

async function readText(answer: IncomingMessage, url: URL): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of receive(answer, url)) {
    size += piece.length
    if (size > MOST_BYTES) throw new PermanentError(`${url.href} answers with more than it should. Is --url right?`)
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
