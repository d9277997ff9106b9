// A SOCKS5 proxy on loopback (RFC 1928, RFC 1929) that records where it was asked to connect.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

interface SocksProxy {
  readonly host: string
  readonly port: number
  /** As `address:port`. */
  readonly targets: readonly string[]
  close(): Promise<void>
}

/** @param credentials that it requires; undefined: none @param lead where a connection leads, by the address that was asked for; default: there */
export async function startSocksProxy(
  credentials: { readonly user: string; readonly password: string } | undefined,
  lead: (address: string) => string = (address) => address,
): Promise<SocksProxy> {
  const targets: string[] = []
  const sockets = new Set<Socket>()

  async function serve(socket: Socket): Promise<void> {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    const read = async (bytes: number): Promise<Buffer> => {
      for (;;) {
        const found = socket.read(bytes) as Buffer | null
        if (found) return found
        await once(socket, 'readable')
      }
    }
    const methods = await read((await read(2))[1]!)
    const method = credentials ? 2 : 0
    if (!methods.includes(method)) return void socket.end(Buffer.from([5, 0xff]))
    socket.write(Buffer.from([5, method]))
    if (credentials) {
      const user = (await read((await read(2))[1]!)).toString()
      const password = (await read((await read(1))[0]!)).toString()
      const isRight = user === credentials.user && password === credentials.password
      socket.write(Buffer.from([1, isRight ? 0 : 1]))
      if (!isRight) return void socket.end()
    }
    await read(4)
    const address = [...(await read(4))].join('.')
    const port = (await read(2)).readUInt16BE()
    targets.push(`${address}:${port}`)
    const target = connect(port, lead(address))
    sockets.add(target)
    target.on('error', () => socket.resetAndDestroy())
    await once(target, 'connect')
    socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
    socket.pipe(target).pipe(socket)
  }

  const server = createServer((socket) => void serve(socket).catch(() => socket.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: '127.0.0.1',
    port: (server.address() as { port: number }).port,
    targets,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
