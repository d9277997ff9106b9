import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Failure } from '../kernel/failure.js'
import { letFinish } from './drain.js'

/** Levels of arrays and objects a body may have. */
const MAX_DEPTH = 32

/**
 * Reads a JSON body; undefined where there is none.
 * @param limit bytes
 * @throws Failure UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_JSON
 */
export function readJson(request: IncomingMessage, limit: number): Promise<unknown> | undefined {
  if (!hasBody(request)) return undefined
  requireJson(request)
  return readBytes(request, limit).then((bytes) => (bytes.length === 0 ? undefined : parseJson(bytes)))
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

/** @throws Failure UNSUPPORTED_MEDIA_TYPE for a body that is compressed */
export function requirePlain({ 'content-encoding': encoding }: IncomingHttpHeaders): void {
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send the body as it is, without a Content-Encoding.')
  }
}

/** JSON is UTF-8 (RFC 8259 section 8.1); a charset parameter may only say so. */
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
    let size = 0
    if (Number(request.headers['content-length']) > limit) refuse()
    else request.on('data', collect)
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    // Without an 'error' listener Node reports a request that breaks off by 'close' alone.
    request.on('close', () => {
      if (!request.complete) reject(new Failure('INVALID_JSON', 'The body ended before it was complete.'))
    })

    function collect(chunk: Buffer): void {
      size += chunk.length
      if (size > limit) refuse()
      else chunks.push(chunk)
    }

    function refuse(): void {
      request.off('data', collect)
      chunks.length = 0
      letFinish(request, limit)
      reject(new Failure('PAYLOAD_TOO_LARGE', `The body may be at most ${limit} bytes here.`, { limit }))
    }
  })
}

/** @throws Failure INVALID_JSON */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Failure('INVALID_JSON', 'The body is not valid UTF-8.')
  const text = bytes.toString()
  if (!isShallow(text)) throw new Failure('INVALID_JSON', `The body is nested deeper than ${MAX_DEPTH} levels.`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('INVALID_JSON', 'The body is not valid JSON.')
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** JSON.parse would take a million levels, and stall over them. */
function isShallow(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (quoted) {
      if (code === BACKSLASH) index++
      else if (code === QUOTE) quoted = false
    } else if (code === QUOTE) quoted = true
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > MAX_DEPTH) return false
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return true
}
