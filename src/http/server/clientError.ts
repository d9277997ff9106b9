import { randomUUID } from 'node:crypto'
import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { endAndDestroy } from '../../httpMessages/endAndDestroy.js'
import { rawResponse } from '../../httpMessages/rawResponse.js'
import { type Headers, sendResponse } from '../../httpMessages/send.js'
import { endAfterResponses } from './pipelining.js'
import type { Refusal } from './requestCheck.js'

/** Requests that Node's parser rejects never reach Express: they are answered here, in the usual error format. */
const REFUSALS: { readonly [code: string]: Refusal } = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too large: at most 16 KiB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request timed out before it was complete.' },
}
const MALFORMED: Refusal = {
  status: 400,
  message: 'This is not a well-formed HTTP request. Check the request line and the headers for control characters.',
}

/** RFC 9110 section 10.1.1. */
export const BAD_EXPECTATION: Refusal = {
  status: 417,
  message: 'The only supported expectation is Expect: 100-continue.',
}

/** Answers a request that is not routed, and closes its connection. */
export function refuse(response: ServerResponse, { status, message }: Refusal): void {
  const headers = { 'X-Request-ID': randomUUID(), 'Cache-Control': 'no-store' }
  sendResponse(response, { status, headers, body: { error: { message, code: 'VALIDATION_ERROR' } }, last: true })
}

/** Answers requests that the parser rejects, then closes the connection (RFC 9112 section 9.6). */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    // What follows a request with Connection: close is ignored (RFC 9112 section 9.6).
    if (error.code === 'HPE_CLOSED_CONNECTION') return
    const { status, message } = REFUSALS[error.code ?? ''] ?? MALFORMED
    endAfterResponses(socket, () => endAndDestroy(socket, rawRefusal(status, message)))
  })
}

/** An error in the usual format, as text, for a connection that has no response object. */
export function rawRefusal(
  status: number,
  message: string,
  { code = 'VALIDATION_ERROR', headers = {} }: { readonly code?: string; readonly headers?: Headers } = {},
): string {
  const all = {
    'Content-Type': 'application/json; charset=utf-8',
    ...headers,
    'X-Request-ID': randomUUID(),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  return rawResponse(status, all, JSON.stringify({ error: { message, code } }))
}
