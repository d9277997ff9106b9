import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { commandOf, isHello, readMessages } from '../../testbed/stores/mongo/stub.js'

/** The commands with which a new client is checked. */
const isCheck = (command: { readonly [member: string]: unknown }): boolean =>
  command.find === 'documents' || command.delete === 'documents'

/** A proxy in front of a MongoDB, which can make it answer new clients, but no calls. */
export async function startDeafProxy(target: string) {
  const { hostname, port, pathname } = new URL(target)
  const sockets = new Set<Socket>()
  let deaf = false
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
    }
    far.on('data', (bytes) => near.write(bytes))
    readMessages(near, (message) => {
      const command = commandOf(message)
      if (!deaf || isHello(command) || isCheck(command)) far.write(message)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    /** The same database, through the proxy. */
    url: `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}?directConnection=true`,
    /** From now on, only new clients get answers. */
    deafen(): void {
      deaf = true
    },
    async close(): Promise<void> {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
