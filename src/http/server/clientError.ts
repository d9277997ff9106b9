import { randomUUID } from 'node:crypto'
import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { endAndDestroy } from '../../web/endAndDestroy.js'
import { rawResponse } from '../../web/rawResponse.js'
import { type Headers, sendResponse } from '../../web/send.js'

/** Requests that Node's parser rejects never reach Express: they are answered here, in the usual error format. */
const REFUSALS: { readonly [code: string]: { readonly status: number; readonly message: string } } = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too large: at most 16 KiB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
}
const MALFORMED = {
  status: 400,
  message: 'This is not a well-formed HTTP request. Check the request line and the headers for control characters.',
}

/** RFC 9112 section 3.2. */
export const refuseMissingHost = (response: ServerResponse): void =>
  refuse(response, 400, 'The request has no Host header.')

/** RFC 9110 section 15.5.20. */
export const MISDIRECTED = {
  status: 421,
  message: 'The Host header does not name this service. Use localhost or, if BASE_URL is set, its host.',
}
export const refuseForeignHost = (response: ServerResponse): void =>
  refuse(response, MISDIRECTED.status, MISDIRECTED.message)

/** RFC 9110 section 10.1.1. */
export const refuseExpectation = (response: ServerResponse): void =>
  refuse(response, 417, 'The only supported expectation is Expect: 100-continue.')

function refuse(response: ServerResponse, status: number, message: string): void {
  const headers = { 'X-Request-ID': randomUUID(), 'Cache-Control': 'no-store' }
  sendResponse(response, { status, headers, body: { error: { message, code: 'VALIDATION_ERROR' } }, last: true })
}

/** Answers requests that the parser rejects, then closes the connection (RFC 9112 section 9.6). */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const { status, message } = REFUSALS[error.code ?? ''] ?? MALFORMED
    endAndDestroy(socket, rawRefusal(status, message))
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
