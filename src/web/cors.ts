import type { Request } from 'express'
import type { Headers } from './send.js'

/** Headers of answers that a page may read. */
const EXPOSED = [
  'X-Request-ID, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Signal-Sharing',
  'X-Agent-RateLimit-Limit, X-Agent-RateLimit-Remaining, X-Agent-RateLimit-Reset',
  'X-API-Status, X-Trace-ID, X-Parent-ID, X-Processing-Time-MS, Idempotent-Replayed, Content-Disposition, ETag',
].join(', ')
/** Said to everyone, because caches keep these answers for everyone. */
const ANYONE: Headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED }
const NOBODY: Headers = {}

/** Which pages may read an answer: any, where the operation is open; those of the operator's choice elsewhere. */
export function createCors(origins: readonly string[]) {
  return function cors(request: Request, open: boolean): Headers {
    if (open) return ANYONE
    const { origin } = request.headers
    if (origin === undefined || origins.length === 0) return NOBODY
    if (!origins.includes(origin)) return { Vary: 'Origin' }
    return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED, Vary: 'Origin' }
  }
}

/** What a browser is told that asks first. */
export const preflightHeaders = (methods: readonly string[]): Headers => ({
  'Access-Control-Allow-Methods': methods.join(', '),
  'Access-Control-Allow-Headers': 'Content-Type, X-API-Key, Idempotency-Key, X-Parent-ID, traceparent, If-None-Match',
  'Access-Control-Max-Age': '600',
})
