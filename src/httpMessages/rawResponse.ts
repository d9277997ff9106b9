import { STATUS_CODES } from 'node:http'
import type { Headers } from './send.js'

/** The last HTTP response of a connection, as text, for connections that have no response object. */
export function rawResponse(status: number, headers: Readonly<Headers>, body = ''): string {
  const all = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}
