import { connect, type Socket } from 'node:net'
import { createResponseReader, type HttpResponse } from './responseReader.js'

export interface Target {
  readonly url: string
  /** Returns the bytes of the next request. */
  readonly next: () => Buffer
  /** Whether a response is correct; the first incorrect one ends the load. */
  readonly isGood: (response: HttpResponse) => boolean
  readonly connections: number
}

interface ConnectionHandlers {
  /** A correct response has arrived. */
  onResponse(): void
  /** The connection failed, or a response was not correct. */
  onError(error: unknown): void
}

/** Opens the keep-alive connections of a load. */
export function openConnections({ url, connections }: Target): Promise<Socket[]> {
  const { hostname, port } = new URL(url)
  return Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))))
}

export function closeConnections(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.removeAllListeners('close').destroy()
}

/** Reads the responses on a connection and checks them. */
export function readResponses(socket: Socket, { url, isGood }: Target, { onResponse, onError }: ConnectionHandlers) {
  const read = createResponseReader()
  socket.on('error', onError)
  socket.on('close', () => onError(new Error(`${url} closed a connection under load.`)))
  socket.on('data', (chunk) => {
    try {
      const response = read(chunk)
      if (!response) return
      if (!isGood(response))
        throw new Error(`Incorrect response ${response.status}: ${response.body.toString().slice(0, 400)}`)
      onResponse()
    } catch (error) {
      onError(error)
    }
  })
}

const open = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => {
      socket.removeAllListeners('error')
      resolve(socket)
    })
    socket.once('error', reject)
  })
