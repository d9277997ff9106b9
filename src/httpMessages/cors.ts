import type { Request } from 'express'
import type { Headers } from './send.js'

/** Response headers that pages may read. */
const EXPOSED = [
  'X-Request-ID, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Signal-Sharing',
  'X-Agent-RateLimit-Limit, X-Agent-RateLimit-Remaining, X-Agent-RateLimit-Reset',
  'X-API-Status, X-Trace-ID, X-Parent-ID, X-Processing-Time-MS, Idempotent-Replayed, Content-Disposition, ETag',
  'WWW-Authenticate, Allow, x-verify-origin, Deprecation, Sunset, Link',
].join(', ')
/** Request headers that pages may send. */
const ALLOWED =
  'Content-Type, X-API-Key, Authorization, Idempotency-Key, X-Parent-ID, traceparent, If-None-Match, MCP-Protocol-Version'
/** The same for every origin, because caches share these responses. */
const ANYONE: Headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED }
const NOBODY: Headers = {}

/** CORS headers: any origin may read open operations; of the others, only the configured origins may. */
export function createCors(origins: readonly string[]) {
  return function cors(request: Request, open: boolean): Headers {
    if (open) return ANYONE
    const { origin } = request.headers
    if (origin === undefined || origins.length === 0) return NOBODY
    if (!origins.includes(origin)) return { Vary: 'Origin' }
    return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED, Vary: 'Origin' }
  }
}

/**
 * Headers of the response to OPTIONS. A preflight from an origin that is not allowed gets no CORS headers, so that the
 * browser reports CORS as the problem.
 * @param cors the CORS headers of the request
 */
export const optionsHeaders = (methods: readonly string[], cors: Headers): Headers => ({
  ...cors,
  Allow: methods.join(', '),
  ...(cors['Access-Control-Allow-Origin'] !== undefined && preflightHeaders(methods)),
})

const preflightHeaders = (methods: readonly string[]): Headers => ({
  'Access-Control-Allow-Methods': methods.join(', '),
  'Access-Control-Allow-Headers': ALLOWED,
  'Access-Control-Max-Age': '600',
})
