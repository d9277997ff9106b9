// Connects to a mail exchange at one of its addresses: the next one is tried beside the first when that is slow (RFC 8305).
import { connect as connectSocket, type Socket } from 'node:net'
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

/** "Connection Attempt Delay", RFC 8305 section 5. */
const ATTEMPT_DELAY_MS = 250

/** @param addresses checked before; no name is resolved here. @throws Interrupted the error of the first address */
export async function connectToFirst(addresses: readonly string[], options: ConnectOptions): Promise<Socket> {
  const { timeoutMs, signal, mayTryAnother } = options
  const controller = new AbortController()
  const stop = controller.signal
  const abort = () => controller.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  const timer = setTimeout(
    () => controller.abort(new Interrupted('timeout', 'the connection takes too long')),
    timeoutMs,
  )
  let firstError: unknown
  let winner: Socket | undefined
  let next = 0

  /** Tries the next address; and the one after it as soon as this one fails, or is slow. */
  async function attempt(): Promise<void> {
    const address = addresses[next++]
    if (address === undefined || winner || stop.aborted) return
    let wakeOther: (() => void) | undefined
    const slow = new Promise<void>((resolve) => {
      const delay = setTimeout(resolve, ATTEMPT_DELAY_MS)
      wakeOther = () => {
        clearTimeout(delay)
        resolve()
      }
    })
    const other = slow.then(async () => {
      if (!winner && !stop.aborted && next < addresses.length && (await mayTryAnother())) await attempt()
    })
    try {
      const socket = await connectTo(address, options, stop)
      if (winner) socket.destroy()
      else {
        winner = socket
        controller.abort(LOST)
      }
    } catch (error) {
      firstError ??= error
    }
    wakeOther!()
    await other
  }

  await attempt()
  clearTimeout(timer)
  signal.removeEventListener('abort', abort)
  if (winner) return winner
  const reason: unknown = stop.aborted ? stop.reason : firstError
  throw reason instanceof Interrupted ? reason : new Interrupted('connection', 'no connection')
}

/** Another address was faster. */
const LOST = new Interrupted('connection', 'another address was faster')

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
    socket.once('close', () => reject(new Interrupted('connection', 'no connection')))
    socket.once('connect', resolve)
  })
