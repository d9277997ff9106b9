import { rawResponse } from '../../httpMessages/rawResponse.js'
import type { Headers } from '../../httpMessages/send.js'
import { type ErrorDetails, httpErrorOf, presentError } from '../errors.js'

/** The HTTP response to a rejected WebSocket upgrade, as text; errors have the same format as over HTTP. */
export function upgradeRefusal(error: unknown, failing: ErrorDetails, more: Headers): string {
  const { status, headers } = httpErrorOf(error, failing)
  const body = JSON.stringify({ errors: [presentError(error, failing)] })
  const all = {
    ...more,
    ...headers,
    'X-Request-ID': failing.requestId,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
  }
  return rawResponse(status, all, body)
}
