// Connects to a receiver at an address that was checked before.
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { firstInTurn } from '../../kernel/concurrency/inTurn.js'
import { CallFailed } from './callFailed.js'
import { CONNECT_TIMED_OUT, connectionError, handshakeError } from './connectionErrors.js'
import type { Target } from './target.js'

interface ConnectOptions {
  /** Checked addresses of the target; no name is resolved again. */
  readonly addresses: readonly string[]
  /** End of the whole call, by `performance.now()`. */
  readonly deadline: number
  /** Destroys the connection. */
  readonly signal: AbortSignal
  /** Trusted authorities in PEM; default: those of Node. */
  readonly authorities: readonly string[] | undefined
}

/** Addresses of one name that are tried. */
const MAX_ADDRESSES = 4

/**
 * Connects to the first address that accepts the connection; the next one is tried beside one that is slow (RFC 8305). Over
 * TLS the certificate must be valid for the target's host.
 * @throws CallFailed the error of the address that failed last
 */
export async function connectTo(target: Target, options: ConnectOptions): Promise<Socket> {
  const socket = await connectToFirst(target, options)
  return target.secure ? await handshake(socket, target, options) : socket
}

async function connectToFirst({ port }: Target, { addresses, deadline, signal }: ConnectOptions): Promise<Socket> {
  const socket = await firstInTurn(addresses.slice(0, MAX_ADDRESSES), {
    attempt: (address, stop) => connectToAddress(address, port, deadline - performance.now(), stop),
    discard: (late) => late.destroy(),
    signal,
  })
  const abort = () => socket.destroy()
  signal.addEventListener('abort', abort, { once: true })
  socket.once('close', () => signal.removeEventListener('abort', abort))
  return socket
}

/** @param stop ends the attempt; it does nothing to a connection that is made */
const connectToAddress = (host: string, port: number, timeoutMs: number, stop: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    const abort = () => socket.destroy(new CallFailed('connection', 'The attempt was abandoned.'))
    stop.addEventListener('abort', abort, { once: true })
    socket.setTimeout(Math.max(timeoutMs, 1), () => socket.destroy(new CallFailed('timeout', CONNECT_TIMED_OUT)))
    // This listener is never removed: an error while no other listener is attached would crash the process.
    socket.on('error', (error) => {
      stop.removeEventListener('abort', abort)
      reject(error instanceof CallFailed ? error : connectionError(error))
    })
    socket.once('connect', () => {
      stop.removeEventListener('abort', abort)
      socket.setTimeout(0)
      resolve(socket)
    })
  })

const handshake = (socket: Socket, { host, isAddress }: Target, { authorities }: ConnectOptions): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const tls = connectTls({
      socket,
      host,
      // SNI holds host names only, never addresses (RFC 6066 section 3).
      ...(!isAddress && { servername: host }),
      ...(authorities && { ca: [...authorities] }),
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    })
    const fail = (error: Error) => {
      socket.destroy()
      reject(handshakeError(error, host))
    }
    tls.on('error', fail)
    tls.once('secureConnect', () => resolve(tls))
  })
