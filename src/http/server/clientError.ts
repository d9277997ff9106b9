import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { endAndDestroy } from '../../web/endAndDestroy.js'
import { send } from '../../web/send.js'

/** What Node's parser refuses never becomes a request: it is answered here, in the same words as all else. */
const REFUSALS: { readonly [code: string]: { readonly status: number; readonly message: string } } = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too large: at most 16 KiB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
}
const MALFORMED = {
  status: 400,
  message: 'This is not a well-formed HTTP request: look for control characters in its first line and its headers.',
}

/** RFC 9112 section 3.2. */
export const refuseMissingHost = (response: ServerResponse): void =>
  refuse(response, 400, 'The request has no Host header.')

/** RFC 9110 section 15.5.20. */
export const MISDIRECTED = {
  status: 421,
  message:
    'The Host header names another service: here only localhost is answered, and the host of BASE_URL where that is set.',
}
export const refuseForeignHost = (response: ServerResponse): void =>
  refuse(response, MISDIRECTED.status, MISDIRECTED.message)

/** RFC 9110 section 10.1.1. */
export const refuseExpectation = (response: ServerResponse): void =>
  refuse(response, 417, 'The only expectation that can be met is Expect: 100-continue.')

function refuse(response: ServerResponse, status: number, message: string): void {
  const headers = { 'X-Request-ID': randomUUID(), 'Cache-Control': 'no-store' }
  send(response, { status, headers, body: { error: { message, code: 'VALIDATION_ERROR' } }, last: true })
}

/** Answers what the parser refuses, and frees the connection (RFC 9112 section 9.6). */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const { status, message } = REFUSALS[error.code ?? ''] ?? MALFORMED
    endAndDestroy(socket, rawRefusal(status, message))
  })
}

/** A whole answer for a connection that has no response object. */
export function rawRefusal(status: number, message: string, { code = 'VALIDATION_ERROR', headers = '' } = {}): string {
  const body = JSON.stringify({ error: { message, code } })
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n${headers}` +
    `X-Request-ID: ${randomUUID()}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}
