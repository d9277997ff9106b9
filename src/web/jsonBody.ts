import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { yieldToEventLoop } from '../kernel/concurrency/yielding.js'
import { Failure } from '../kernel/failure.js'
import { discardBody } from './discardBody.js'
import { JsonScan } from './jsonScan.js'

/** Longer bodies are parsed in a turn of the event loop without other background work. */
const SHORT_BYTES = 65_536
/** Longer bodies are decoded in chunks of this many bytes, and yield to the event loop after each. */
const CHUNK_BYTES = 1_048_576

/**
 * Reads a JSON body; undefined without a body.
 * @param limit maximum size in bytes
 * @throws Failure UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_JSON
 */
export function readJsonBody(request: IncomingMessage, limit: number): Promise<unknown> | undefined {
  if (!hasBody(request)) return undefined
  requireJson(request)
  return readBytes(request, limit).then((bytes) => (bytes.length === 0 ? undefined : parseScanned(bytes)))
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0')

function requireJson({ headers }: IncomingMessage): void {
  const type = headers['content-type']
  if (type !== 'application/json' && !isJson(type ?? '')) {
    throw new Failure(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as JSON, with the header Content-Type: application/json.',
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

/** Whether this is JSON in UTF-8 (RFC 8259 section 8.1): a charset parameter may name no other encoding. */
function isJson(type: string): boolean {
  const [name = '', ...parameters] = type.toLowerCase().split(';')
  if (name.trim() !== 'application/json') return false
  return parameters.every((parameter) => {
    const [key = '', value = ''] = parameter.split('=')
    return key.trim() !== 'charset' || /^\s*"?utf-?8"?\s*$/.test(value)
  })
}

function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const scan = new JsonScan()
    let size = 0
    if (Number(request.headers['content-length']) > limit) refuse(tooLarge(limit))
    else request.on('data', collect)
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    // Without an 'error' listener, Node reports an aborted request by 'close' only.
    request.on('close', () => {
      if (!request.complete) reject(new Failure('INVALID_JSON', 'The body ended before it was complete.'))
    })

    function collect(chunk: Buffer): void {
      size += chunk.length
      chunks.push(chunk)
      try {
        if (size > limit) throw tooLarge(limit)
        scan.write(chunk)
      } catch (failure) {
        refuse(failure)
      }
    }

    function refuse(failure: unknown): void {
      request.off('data', collect)
      chunks.length = 0
      discardBody(request, limit)
      reject(failure)
    }
  })
}

const tooLarge = (limit: number): Failure =>
  new Failure('PAYLOAD_TOO_LARGE', `The body may be at most ${limit} bytes.`, { limit })

/** @throws Failure INVALID_JSON */
export function parseJson(bytes: Buffer): unknown {
  new JsonScan().write(bytes)
  requireUtf8(bytes)
  return parseText(bytes.toString())
}

/** The same for bytes that were scanned as they arrived. @throws Failure INVALID_JSON */
function parseScanned(bytes: Buffer): unknown {
  requireUtf8(bytes)
  if (bytes.length <= SHORT_BYTES) return parseText(bytes.toString())
  return bytes.length > CHUNK_BYTES ? parseInChunks(bytes) : yieldToEventLoop().then(() => parseText(bytes.toString()))
}

async function parseInChunks(bytes: Buffer): Promise<unknown> {
  let text = ''
  for (let from = 0; from < bytes.length; ) {
    let to = Math.min(from + CHUNK_BYTES, bytes.length)
    while (isContinuation(bytes[to])) to--
    text += bytes.toString('utf8', from, to)
    from = to
    await yieldToEventLoop()
  }
  const value = parseText(text)
  await yieldToEventLoop()
  return value
}

/** Whether a byte is a UTF-8 continuation byte (RFC 3629 section 3). */
const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

function requireUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new Failure('INVALID_JSON', 'The body is not valid UTF-8.')
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('INVALID_JSON', 'The body is not valid JSON.')
  }
}
