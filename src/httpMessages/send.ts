// Sends responses: texts, prepared bodies and streams.
import type { ServerResponse } from 'node:http'
import type { Request } from 'express'
import { matchesTag, type Prepared } from './prepared.js'
import { dataHeaders, formHeaders, pageHeaders } from './securityHeaders.js'
import { sendStream, type TextStream } from './stream.js'

export type Headers = Record<string, string>

const JSON_TYPE = 'application/json; charset=utf-8'
/** Names and values in alternation, the form that Node writes fastest. */
const FOR_DATA = Object.entries(dataHeaders).flat()
const FOR_PAGES = Object.entries(pageHeaders).flat()
export const FOR_FORMS: readonly string[] = Object.entries(formHeaders).flat()

interface OutgoingResponse {
  readonly status: number
  readonly headers: Readonly<Headers>
  /** An object is sent as JSON, a string with the given Content-Type; undefined sends no body. */
  readonly body?: unknown
  /** Whether to close the connection after this response. */
  readonly last: boolean
  /** Security headers, in alternation with their names; default: those of the Content-Type. */
  readonly security?: readonly string[]
}

export function sendResponse(
  response: ServerResponse,
  { status, headers, body, last, security = securityOf(headers) }: OutgoingResponse,
): void {
  if (last) response.shouldKeepAlive = false
  if (body === undefined) {
    response.writeHead(status, [...FOR_DATA, ...Object.entries(headers).flat()]).end()
    return
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const length = Buffer.byteLength(text)
  const all = headOf(headers, security)
  all.push('Content-Length', String(length))
  response.writeHead(status, all)
  // ASCII text has the same bytes in both encodings, and Node writes Latin-1 without converting it.
  response.end(response.req.method === 'HEAD' ? undefined : text, length === text.length ? 'latin1' : 'utf8')
}

/**
 * The same for a prepared body: the smallest variant that the client accepts, or 304 if the client has it.
 * @returns the status
 */
export function sendPrepared(
  request: Request,
  response: ServerResponse,
  { headers, body, last }: Pick<OutgoingResponse, 'headers' | 'last'> & { readonly body: Prepared },
  security: readonly string[] = securityOf(headers),
): 200 | 304 {
  const { encoding, bytes, etag } = body.variantFor(body.varies ? request.acceptsEncodings() : [])
  const status = matchesTag(request.headers['if-none-match'], etag) ? 304 : 200
  if (last) response.shouldKeepAlive = false
  const { 'Content-Type': type = JSON_TYPE, ...others } = headers
  const all = [...security, ...Object.entries(others).flat(), 'ETag', etag]
  if (body.varies) all.push('Vary', 'Accept-Encoding')
  if (status === 200) all.push('Content-Type', type, 'Content-Length', String(bytes.length))
  if (status === 200 && encoding) all.push('Content-Encoding', encoding)
  response.writeHead(status, all).end(status === 304 || request.method === 'HEAD' ? undefined : bytes)
  return status
}

/** The same for a streamed body. @throws the stream's error */
export async function sendTexts(
  response: ServerResponse,
  { status, headers, body, last }: OutgoingResponse & { readonly body: TextStream },
): Promise<void> {
  if (last) response.shouldKeepAlive = false
  const writeHead = () => response.writeHead(status, headOf(headers))
  if (response.req.method === 'HEAD') {
    writeHead().end()
    await body[Symbol.asyncIterator]().return?.()
  } else await sendStream(response, body, writeHead)
}

export const isStream = (body: unknown): body is TextStream =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

const securityOf = (headers: Readonly<Headers>): readonly string[] =>
  headers['Content-Type']?.startsWith('text/html') ? FOR_PAGES : FOR_DATA

function headOf(headers: Readonly<Headers>, security = securityOf(headers)): string[] {
  const all = [...security]
  if (headers['Content-Type'] === undefined) all.push('Content-Type', JSON_TYPE)
  for (const name in headers) all.push(name, headers[name]!)
  return all
}
