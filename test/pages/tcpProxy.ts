import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../../testbed/freePort.js'

/** Forwards connections to a port of this machine. */
export interface TcpProxy {
  readonly port: number
  /** Cuts all connections and refuses new ones. */
  interrupt(): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  /** Still free when the proxy resumes. */
  const port = await freePort()
  let server = await listen()

  function listen(): Promise<Server> {
    const created = createServer((incoming) => {
      const outgoing = connect(target, '127.0.0.1')
      for (const socket of [incoming, outgoing]) {
        sockets.add(socket)
        socket.on('error', () => {}).on('close', () => sockets.delete(socket))
      }
      incoming.pipe(outgoing).pipe(incoming)
    })
    return new Promise((resolve) => created.listen(port, '127.0.0.1', () => resolve(created)))
  }

  const interrupt = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })

  return {
    port,
    interrupt,
    async resume() {
      server = await listen()
    },
    close: interrupt,
  }
}
