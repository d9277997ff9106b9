// A TCP server that records requests, and answers as a test says.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { eventually } from '../eventually.js'

interface ReceiverOptions {
  readonly host?: string
  readonly port?: number
  /** Called with each connection before anything is read from it. */
  readonly greet?: (socket: Socket) => void
  /** PEM; if given, it serves TLS. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

/** A webhook receiver on a TCP port of this machine; writes on the socket what `answer` writes. */
export interface Receiver {
  readonly host: string
  readonly port: number
  /** Connections accepted, with any content. */
  readonly connections: number
  /** Open connections. */
  readonly open: number
  /** Complete requests, as received. */
  readonly requests: readonly string[]
  /** Server names (SNI) that TLS clients sent. */
  readonly serverNames: readonly (string | false)[]
  close(): Promise<void>
}

type Answer = (socket: Socket, request: string) => void

/** @param answer called with each complete request */
export async function startReceiver(answer: Answer, options: ReceiverOptions = {}): Promise<Receiver> {
  const { host = '127.0.0.1', port = 0, greet, tls } = options
  const sockets = new Set<Socket>()
  const requests: string[] = []
  const serverNames: (string | false)[] = []
  let connections = 0

  function serve(socket: Socket): void {
    let arrived: Buffer = Buffer.alloc(0)
    greet?.(socket)
    socket.on('error', () => socket.destroy())
    socket.on('data', (piece) => {
      arrived = Buffer.concat([arrived, piece])
      const length = lengthOfRequest(arrived)
      if (length === undefined || arrived.length < length) return
      const request = arrived.subarray(0, length).toString()
      arrived = arrived.subarray(length)
      requests.push(request)
      answer(socket, request)
    })
  }

  const server: Server = tls ? createTlsServer(tls) : createServer()
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => undefined)
  server.on(tls ? 'secureConnection' : 'connection', (socket: TLSSocket) => {
    if (tls) serverNames.push((socket as TLSSocket & { servername: string | false }).servername)
    serve(socket)
  })
  server.listen(port, host)
  await once(server, 'listening')

  return {
    host,
    port: (server.address() as { port: number }).port,
    get connections() {
      return connections
    },
    get open() {
      return sockets.size
    },
    requests,
    serverNames,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function lengthOfRequest(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [, length = '0'] = /content-length: (\d+)/i.exec(bytes.subarray(0, end).toString()) ?? []
  return end + 4 + Number(length)
}

/** Writes pieces endlessly, as fast as they are read, until the other side disconnects. */
export function flood(socket: Socket, piece: string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', more)
  more()
}

/** A receiver that accepts everything, and its URL. */
export async function startAcceptingReceiver(status = 204): Promise<Receiver & { readonly url: string }> {
  const receiver = await startReceiver((socket) => socket.end(`HTTP/1.1 ${status} Said\r\nContent-Length: 0\r\n\r\n`))
  return Object.assign(receiver, { url: `http://${receiver.host}:${receiver.port}/hooks` })
}

/** Two receivers on one port, at two loopback addresses. */
export async function startReceivers(first: string, second: string, answer: Answer): Promise<[Receiver, Receiver]> {
  return eventually(
    async () => {
      const one = await startReceiver(answer, { host: first })
      try {
        return [one, await startReceiver(answer, { host: second, port: one.port })]
      } catch {
        await one.close()
        return undefined
      }
    },
    (both) => both !== undefined,
  ) as Promise<[Receiver, Receiver]>
}
