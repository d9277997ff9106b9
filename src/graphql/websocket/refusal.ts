import { STATUS_CODES } from 'node:http'
import type { Headers } from '../../web/send.js'
import { type ErrorDetails, presentError, httpErrorOf } from '../errors.js'

/** The HTTP response to a rejected WebSocket upgrade, as text; errors have the same format as over HTTP. */
export function refusalText(error: unknown, failing: ErrorDetails, more: Headers): string {
  const { status, headers } = httpErrorOf(error, failing)
  const body = JSON.stringify({ errors: [presentError(error, failing)] })
  const all = {
    ...more,
    ...headers,
    'X-Request-ID': failing.requestId,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}
