import { request as startRequest } from 'node:http'
import type { Socket } from 'node:net'
import { CallFailed } from './callFailed.js'
import { connectionProblem } from './problems.js'
import type { Target } from './target.js'

export interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What was read of an answer. */
export interface Reply {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: Buffer
}

/** Bytes, after which no more is read. */
const LONGEST_ANSWER = 20_000
const LONGEST_HEADERS = 16_384

/**
 * Sends one POST over a connection of its own and reads the answer, to its end or up to 20 kB in all, interim answers
 * and headers included; then the connection is destroyed. An answer that is cut off is none.
 * @throws CallFailed
 */
export async function exchange(socket: Socket, target: Target, { headers, body }: Message): Promise<Reply> {
  try {
    return await new Promise((resolve, reject) => {
      const content = Buffer.from(body)
      const request = startRequest({
        createConnection: () => socket,
        method: 'POST',
        path: target.path,
        setHost: false,
        insecureHTTPParser: false,
        maxHeaderSize: LONGEST_HEADERS,
        headers: {
          ...headers,
          Host: target.authority,
          'Content-Length': content.length,
          'Accept-Encoding': 'identity',
          Connection: 'close',
        },
      })
      const fail = (error: Error) => reject(connectionProblem(error))
      let tooLong = () => reject(new CallFailed('connection', `It sent ${LONGEST_ANSWER} bytes without an answer.`))
      request.on('error', fail)
      request.on('response', (response) => {
        const pieces: Buffer[] = []
        const answer = () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            body: Buffer.concat(pieces),
          })
        tooLong = answer
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('end', answer)
        response.on('error', fail)
      })
      request.on('upgrade', ({ statusCode = 0 }) =>
        resolve({ status: statusCode, retryAfter: undefined, body: Buffer.alloc(0) }),
      )
      let read = 0
      request.on('socket', () => {
        socket.on('data', (piece: Buffer) => {
          read += piece.length
          if (read <= LONGEST_ANSWER) return
          socket.pause()
          // Not at once: the parser hands on the beginning of the body in the next tick.
          setImmediate(() => tooLong())
        })
      })
      request.end(content)
    })
  } finally {
    socket.destroy()
  }
}
