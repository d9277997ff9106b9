// Reads JSON bodies.
import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { TextDecoder } from 'node:util'
import { yieldToEventLoop } from '../kernel/concurrency/yielding.js'
import { Failure } from '../kernel/failure.js'
import { hasBody } from './hasBody.js'
import { collectBody, type SpoolBody } from './ingress/collectBody.js'
import type { GuardedRequest } from './ingress/guardedRequest.js'
import { JsonScan } from './jsonScan.js'

/** Longer bodies are parsed in a turn of the event loop without other background work. */
const SHORT_BYTES = 65_536

const JSON_TYPES = ['application/json']

interface JsonBodyOptions {
  /** Maximum size in bytes. */
  readonly limit: number
  /** The account whose share of memory it takes while it arrives; the client's site without one. */
  readonly account: string | undefined
  /** Limits on members and values that differ from the usual ones. */
  readonly scanned?: { readonly members?: number; readonly values?: number } | undefined
  /** Media types that the operation accepts; by default that of JSON. */
  readonly types?: readonly string[] | undefined
  /** Stores a body that is too long to be held in memory until it has arrived, and parses it then. */
  readonly spool?: SpoolBody | undefined
}

/**
 * Reads a JSON body; undefined without a body.
 * @throws Failure UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_JSON; SERVICE_UNAVAILABLE if it would exceed the
 * caller's share of memory
 */
export function readJsonBody(request: IncomingMessage, options: JsonBodyOptions): Promise<unknown> | undefined {
  if (!hasBody(request)) return undefined
  const { limit, account, scanned, spool, types = JSON_TYPES } = options
  requireJson(request, types)
  const scan = new JsonScan(scanned)
  const check = (bytes: Buffer) => scan.write(bytes)
  const parse = (bytes: Buffer) => parseScanned(bytes, account)
  return collectBody(request as GuardedRequest, { limit, account, spool, check, parse })
}

function requireJson({ headers }: IncomingMessage, types: readonly string[]): void {
  const type = headers['content-type'] ?? ''
  if (type !== JSON_TYPES[0] && !types.some((name) => isUtf8Type(name, type))) {
    const or = types.includes('text/csv') ? ', or as CSV, with text/csv' : ''
    throw new Failure(
      'UNSUPPORTED_MEDIA_TYPE',
      `Send the body as JSON, with the header Content-Type: application/json${or}.`,
    )
  }
  requirePlain(headers)
}

/** @throws Failure UNSUPPORTED_MEDIA_TYPE for a compressed body */
export function requirePlain({ 'content-encoding': encoding }: IncomingHttpHeaders): void {
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send the body uncompressed, without a Content-Encoding.')
  }
}

/** Whether a Content-Type is the named one in UTF-8: a charset parameter may name no other encoding. */
export function isUtf8Type(wanted: string, type: string): boolean {
  const [name = '', ...parameters] = type.toLowerCase().split(';')
  if (name.trim() !== wanted) return false
  return parameters.every((parameter) => {
    const [key = '', value = ''] = parameter.split('=')
    return key.trim() !== 'charset' || /^\s*"?utf-?8"?\s*$/.test(value)
  })
}

/** @throws Failure INVALID_JSON */
export function parseJson(bytes: Buffer): unknown {
  new JsonScan().write(bytes)
  requireUtf8(bytes)
  return parseText(bytes.toString())
}

/** The same for bytes that were scanned as they arrived; undefined without any. @throws Failure INVALID_JSON */
function parseScanned(bytes: Buffer, account: string | undefined): unknown {
  if (bytes.length === 0) return undefined
  requireUtf8(bytes)
  if (bytes.length <= SHORT_BYTES) return parseText(bytes.toString())
  return yieldToEventLoop(account).then(() => parseText(bytes.toString()))
}

/** The same for the pieces of a long body. @throws Failure INVALID_JSON; what reading them throws */
export async function parseScannedPieces(pieces: AsyncIterable<Buffer>, account?: string): Promise<unknown> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let text = ''
  for await (const piece of pieces) {
    text += decode(decoder, piece)
    await yieldToEventLoop(account)
  }
  const value = parseText(text + decode(decoder))
  await yieldToEventLoop(account)
  return value
}

/** @param piece none: the end */
function decode(decoder: TextDecoder, piece?: Buffer): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined })
  } catch {
    throw notUtf8()
  }
}

const notUtf8 = (): Failure => new Failure('INVALID_JSON', 'The body is not valid UTF-8.')

function requireUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw notUtf8()
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('INVALID_JSON', 'The body is not valid JSON.')
  }
}
