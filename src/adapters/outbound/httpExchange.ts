// One request over a connection, and its response, in bounded time and memory.
import { type ClientRequest, request as createRequest } from 'node:http'
import type { Socket } from 'node:net'
import { CallFailed } from './callFailed.js'
import { connectionError } from './connectionErrors.js'
import type { Target } from './target.js'

export interface RequestContent {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Bytes of interim responses, headers and body together; nothing is read beyond them. Default: 20,000. */
  readonly maxBytes?: number
}

/** Response, with the beginning of its body. */
interface Reply {
  readonly status: number
  /** Value of the Retry-After header. */
  readonly retryAfter: string | undefined
  /** Value of the Location header. */
  readonly location: string | undefined
  readonly body: Buffer
  /** Whether the body goes on beyond the maximum number of bytes. */
  readonly isCut: boolean
}

const MAX_RESPONSE_BYTES = 20_000
const MAX_HEADER_BYTES = 16_384

/**
 * Sends one request over a connection and reads the response to its end, but at most `maxBytes` in total, including interim
 * responses and headers. Then destroys the connection. A response that ends prematurely counts as none.
 * @throws CallFailed
 */
export async function exchange(socket: Socket, target: Target, content: RequestContent): Promise<Reply> {
  try {
    const body = Buffer.from(content.body)
    const request = createRequestOver(socket, target, content, body.length)
    const reply = readReply(socket, request, content.maxBytes ?? MAX_RESPONSE_BYTES)
    request.end(body)
    return await reply
  } finally {
    socket.destroy()
  }
}

const createRequestOver = (
  socket: Socket,
  target: Target,
  { method, headers }: RequestContent,
  contentLength: number,
): ClientRequest =>
  createRequest({
    createConnection: () => socket,
    method,
    path: target.path,
    setHost: false,
    insecureHTTPParser: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    headers: {
      ...headers,
      Host: target.authority,
      ...(method === 'POST' && { 'Content-Length': contentLength }),
      'Accept-Encoding': 'identity',
      Connection: 'close',
    },
  })

const readReply = (socket: Socket, request: ClientRequest, maxBytes: number): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(connectionError(error))
    let onLimit = () => reject(new CallFailed('connection', `The server sent ${maxBytes} bytes without a response.`))
    let isCut = false
    request.on('error', fail)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      const finish = () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          location: response.headers.location,
          body: Buffer.concat(chunks),
          isCut,
        })
      onLimit = finish
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', finish)
      response.on('error', fail)
    })
    request.on('upgrade', ({ statusCode = 0 }) =>
      resolve({ status: statusCode, retryAfter: undefined, location: undefined, body: Buffer.alloc(0), isCut }),
    )
    request.on('socket', () =>
      limitBytes(socket, maxBytes, () => {
        isCut = true
        // Deferred: the parser emits the beginning of the body in the next tick.
        setImmediate(() => onLimit())
      }),
    )
  })

/** Stops reading and calls `onLimit`, possibly again, when more than the maximum number of bytes has arrived. */
function limitBytes(socket: Socket, maxBytes: number, onLimit: () => void): void {
  let received = 0
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received <= maxBytes) return
    socket.pause()
    onLimit()
  })
}
