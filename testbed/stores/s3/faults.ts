// A server in front of a bucket, which answers as buckets do on bad days.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What happens to a request; `undefined` passes it on. */
export type Fault =
  /** Answers with an error. */
  | { readonly status: number; readonly code: string }
  /** Sends this part of the body, then closes the connection. */
  | { readonly half: number }
  /** Sends this part of the body as if it were all. */
  | { readonly short: number }
  /** Changes one byte of the body. */
  | 'changed'
  /** Sends the headers, and nothing more. */
  | 'stalled'
  /** Never answers. */
  | 'silent'
  /** Closes the connection. */
  | 'closed'
  /** Sends the body in small pieces. */
  | { readonly pieceMs: number }

export interface S3Faults {
  readonly port: number
  /** Method and path of each request. */
  readonly requests: string[]
  /** What happens to the next requests. */
  set(faultOf: (request: IncomingMessage, count: number) => Fault | undefined): void
  close(): Promise<void>
}

/** @param port of the server that it passes requests to */
export async function startFaults(port: number): Promise<S3Faults> {
  const requests: string[] = []
  let faultOf: (request: IncomingMessage, count: number) => Fault | undefined = () => undefined
  let count = 0

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    requests.push(`${incoming.method} ${incoming.url}`)
    const fault = faultOf(incoming, count++)
    if (fault === 'closed') return void incoming.socket.destroy()
    if (fault === 'silent') return
    if (typeof fault === 'object' && 'status' in fault) {
      incoming.resume()
      outgoing.writeHead(fault.status, { 'content-type': 'application/xml' })
      return void outgoing.end(`<Error><Code>${fault.code}</Code><Message>as the test wants it</Message></Error>`)
    }
    const { method, url, headers } = incoming
    const passed = request({ port, host: '127.0.0.1', method, path: url, headers })
    incoming.pipe(passed)
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      passed.on('response', resolve).on('error', reject),
    )
    const pieces: Buffer[] = []
    for await (const piece of answer) pieces.push(piece)
    const body = Buffer.concat(pieces)
    if (typeof fault === 'object' && 'short' in fault) {
      const part = body.subarray(0, body.length * fault.short)
      outgoing.writeHead(answer.statusCode!, { ...answer.headers, 'content-length': part.length })
      return void outgoing.end(part)
    }
    outgoing.writeHead(answer.statusCode!, answer.headers)
    if (fault === 'stalled') return void outgoing.flushHeaders()
    if (fault === 'changed') body[body.length >> 1]! ^= 1
    if (typeof fault === 'object' && 'half' in fault) {
      outgoing.write(body.subarray(0, body.length * fault.half), () => incoming.socket.destroy())
      return
    }
    if (typeof fault === 'object' && 'pieceMs' in fault) {
      const size = Math.ceil(body.length / 20)
      for (let at = 0; at < body.length; at += size) {
        outgoing.write(body.subarray(at, at + size))
        await sleep(fault.pieceMs)
      }
      return void outgoing.end()
    }
    outgoing.end(body)
  }

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    set(next) {
      faultOf = next
      count = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
