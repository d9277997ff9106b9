// Connects through a SOCKS5 proxy (RFC 1928), with a user name and password if it wants them (RFC 1929).
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface SocksProxy {
  readonly host: string
  readonly port: number
  readonly credentials?: { readonly user: string; readonly password: string }
}

const VERSION = 5
const NO_CREDENTIALS = 0
const USER_PASSWORD = 2
const CONNECT = 1
const IPV4 = 1
const IPV6 = 4

/** RFC 1928 section 6. */
const REFUSALS: readonly string[] = [
  'succeeded',
  'has failed',
  'does not allow the connection',
  'cannot reach the network',
  'cannot reach the host',
  'was refused the connection',
  'gave up',
  'does not support the command',
  'does not support the address type',
]

/** @throws Error whose message continues "the proxy …" */
export async function connectThrough(socket: Socket, { credentials }: SocksProxy, address: string, port: number) {
  const read = createReader(socket)
  socket.write(Buffer.from(credentials ? [VERSION, 2, NO_CREDENTIALS, USER_PASSWORD] : [VERSION, 1, NO_CREDENTIALS]))
  const [version, method] = await read(2)
  if (version !== VERSION) throw new Error('does not speak SOCKS5')
  if (method === USER_PASSWORD && credentials) {
    const [user, password] = [Buffer.from(credentials.user), Buffer.from(credentials.password)]
    socket.write(Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([password.length]), password]))
    if ((await read(2))[1] !== 0) throw new Error('does not accept the user name and password')
  } else if (method !== NO_CREDENTIALS) throw new Error('wants other credentials')

  const target = ipaddr.parse(address)
  const type = target.kind() === 'ipv4' ? IPV4 : IPV6
  const to = [VERSION, CONNECT, 0, type, ...target.toByteArray(), port >> 8, port & 0xff]
  socket.write(Buffer.from(to))
  const head = await read(4)
  if (head[0] !== VERSION) throw new Error('does not speak SOCKS5')
  if (head[1] !== 0) throw new Error(REFUSALS[head[1]!] ?? 'has failed')
  const length = head[3] === IPV4 ? 4 : head[3] === IPV6 ? 16 : (await read(1))[0]!
  await read(length + 2)
  read.end()
}

/** Reads exactly as many bytes as are asked for; what follows stays in the socket. */
function createReader(socket: Socket) {
  let wake: (() => void) | undefined
  let failure: Error | undefined
  const onReadable = () => wake?.()
  const onEnd = () => {
    failure = new Error('closed the connection')
    wake?.()
  }
  socket.on('readable', onReadable)
  socket.once('close', onEnd)
  socket.once('end', onEnd)

  async function read(bytes: number): Promise<Buffer> {
    for (;;) {
      const found = socket.read(bytes) as Buffer | null
      if (found) return found
      if (failure) throw failure
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  read.end = () => {
    socket.off('readable', onReadable).off('close', onEnd).off('end', onEnd)
  }
  return read
}
