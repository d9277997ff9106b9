// A proxy in front of a store, or of the service, which can freeze, close or break its connections.
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../freePort.js'

/** A connection to a server, which can be cut. */
export interface StoreProxy {
  readonly port: number
  /** Bytes sent to clients. */
  readonly sent: number
  /** Ends every connection; new ones are accepted. */
  drop(): void
  /** Breaks every connection (RST); new ones are accepted. */
  reset(): void
  /** Closes every connection politely (FIN in both directions); new ones are accepted. */
  finish(): void
  /** Closes the direction from the server to the clients (FIN); clients may still send, and it is discarded. */
  halfClose(): void
  /** Connections stay open, but no bytes pass in either direction. */
  freeze(): void
  thaw(): void
  /** Refuses connections until it is open again on the same port. */
  close(): Promise<void>
  open(): Promise<void>
}

export interface Target {
  readonly port: number
  /** This machine by default. */
  readonly host?: string
}

/** @param target called for each connection */
export async function openProxy(target: () => Target): Promise<StoreProxy> {
  /** Connections that the server has closed, and the client has not. */
  const halfClosed = new Set<Socket>()
  const pairs = new Set<readonly [Socket, Socket]>()
  let server: Server | undefined
  /** Still free when the proxy opens again. */
  const port = await freePort()
  let frozen = false
  let sent = 0

  const stop = ([near, far]: readonly [Socket, Socket]) => {
    near.pause()
    far.pause()
  }

  function accept(near: Socket): void {
    const { port, host = '127.0.0.1' } = target()
    const far = connect(port, host)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [one, other] of [pair, [far, near] as const]) {
      one.setNoDelay(true)
      one.on('data', (bytes) => {
        if (!other.write(bytes)) one.pause()
      })
      other.on('drain', () => frozen || one.resume())
      one.on('error', () => {})
      // Sockets accepted here may stay half open; a client that ends its side is done.
      one.on('end', () => one.end())
      one.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
    }
    far.on('data', ({ length }) => {
      sent += length
    })
    if (frozen) stop(pair)
  }

  function drop(): void {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    for (const socket of halfClosed) socket.destroy()
    pairs.clear()
  }

  /** FIN after what was sent; what the other end still sends is not read. */
  function finish(isHalf: boolean): void {
    for (const [near, far] of pairs) {
      far.removeAllListeners('data')
      far.removeAllListeners('close')
      far.destroy()
      near.removeAllListeners('data')
      near.resume()
      halfClosed.add(near)
      near.once('close', () => halfClosed.delete(near))
      if (isHalf) near.end()
      else near.destroySoon()
    }
    pairs.clear()
  }

  const proxy: StoreProxy = {
    port,
    get sent() {
      return sent
    },
    drop,
    reset() {
      for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy()
    },
    finish: () => finish(false),
    halfClose: () => finish(true),
    freeze() {
      frozen = true
      for (const pair of pairs) stop(pair)
    },
    thaw() {
      frozen = false
      for (const pair of pairs) for (const socket of pair) socket.resume()
    },
    async close() {
      drop()
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
      server = undefined
    },
    async open() {
      const opened = createServer({ allowHalfOpen: true }, accept)
      server = opened
      await new Promise<void>((resolve, reject) => {
        opened.once('error', reject)
        opened.listen(port, '127.0.0.1', resolve)
      })
    },
  }
  await proxy.open()
  return proxy
}
