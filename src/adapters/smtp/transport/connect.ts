// Connects to a mail exchange at one of its addresses: the next one is tried beside the first when that is slow (RFC 8305).
import { connect as connectSocket, type Socket } from 'node:net'
import { firstInTurn } from '../../../kernel/concurrency/inTurn.js'
import { Interrupted } from '../protocol/channel.js'
import { familyOf } from './addresses.js'
import { connectThrough, type SocksProxy } from './socks5.js'

export interface Route {
  readonly port: number
  /** Own addresses to connect from, at most one of a family; none: the system chooses. */
  readonly sources: readonly string[]
  readonly proxy: SocksProxy | undefined
}

interface ConnectOptions extends Route {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Asks for permission before each connection but the first. */
  readonly mayTryAnother: () => boolean | Promise<boolean>
}

/** @param addresses checked before; no name is resolved here. @throws Interrupted the error of the address that failed last */
export async function connectToFirst(addresses: readonly string[], options: ConnectOptions): Promise<Socket> {
  const { timeoutMs, signal, mayTryAnother } = options
  const end = new AbortController()
  const stop = () => end.abort(signal.reason)
  const timer = setTimeout(() => end.abort(new Interrupted('timeout', 'the connection takes too long')), timeoutMs)
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    return await firstInTurn(addresses, {
      attempt: (address, stop) => connectTo(address, options, stop),
      discard: (socket) => socket.destroy(),
      signal: end.signal,
      mayTryAnother,
    })
  } catch (error) {
    throw error instanceof Interrupted ? error : new Interrupted('connection', 'no connection')
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

async function connectTo(address: string, { port, sources, proxy }: Route, signal: AbortSignal): Promise<Socket> {
  const localAddress = proxy ? undefined : sources.find((source) => familyOf(source) === familyOf(address))
  const to = proxy ? { host: proxy.host, port: proxy.port } : { host: address, port }
  const socket = connectSocket({ ...to, noDelay: true, ...(localAddress !== undefined && { localAddress }) })
  const abort = () => socket.destroy()
  signal.addEventListener('abort', abort, { once: true })
  try {
    await connected(socket)
    if (proxy) await connectThrough(socket, proxy, address, port).catch((error: Error) => failed(socket, error))
    if (signal.aborted) throw signal.reason
    return socket
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function failed(socket: Socket, { message }: Error): never {
  socket.destroy()
  throw new Interrupted('connection', `the proxy ${message}`)
}

const connected = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    // Never removed: an error while no other listener is attached would crash the process.
    socket.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) =>
      reject(new Interrupted('connection', `no connection (${code})`)),
    )
    const closed = () => reject(new Interrupted('connection', 'no connection'))
    socket.once('close', closed)
    socket.once('connect', () => {
      socket.off('close', closed)
      resolve()
    })
  })
