import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between a program and a MongoDB, which can freeze or break the network. */
export async function startMongoProxy(target: string) {
  const { hostname, port, pathname, search } = new URL(target)
  const sockets = new Set<Socket>()
  let frozen = false

  /** Half of a connection: bytes from `from` are written to `to`. */
  function carry(from: Socket, to: Socket): void {
    sockets.add(from)
    from.setNoDelay(true)
    from.on('data', (bytes) => to.write(bytes))
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    if (frozen) from.pause()
  }

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    carry(client, upstream)
    carry(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = new URLSearchParams(search)
  own.set('directConnection', 'true')

  return {
    /** The same database, through the proxy. */
    url: `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}?${own}`,
    /** No bytes pass, and no connection ends. */
    freeze(): void {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw(): void {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    /** Breaks every connection; new ones are accepted. */
    reset(): void {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    async close(): Promise<void> {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
