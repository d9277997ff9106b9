// Connects to a receiver at an address that was checked before.
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { connect as connectTls, type TLSSocket } from 'node:tls'
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

/** Addresses of one name that are tried, one after the other. */
const MAX_ADDRESSES = 4

/**
 * Connects to the first address that accepts the connection; the remaining time is divided between the addresses. Over
 * TLS the certificate must be valid for the target's host.
 * @throws CallFailed the error of the first address
 */
export async function connectTo(target: Target, options: ConnectOptions): Promise<Socket> {
  const socket = await connectToFirst(target, options)
  return target.secure ? await handshake(socket, target, options) : socket
}

async function connectToFirst({ port }: Target, { addresses, deadline, signal }: ConnectOptions): Promise<Socket> {
  const candidates = addresses.slice(0, MAX_ADDRESSES)
  let firstError: unknown
  for (const [index, address] of candidates.entries()) {
    try {
      const timeoutMs = (deadline - performance.now()) / (candidates.length - index)
      return await connectToAddress(address, port, timeoutMs, signal)
    } catch (error) {
      if (signal.aborted) throw error
      firstError ??= error
    }
  }
  throw firstError
}

const connectToAddress = (host: string, port: number, timeoutMs: number, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, signal })
    socket.setTimeout(Math.max(timeoutMs, 1), () => socket.destroy(new CallFailed('timeout', CONNECT_TIMED_OUT)))
    // This listener is never removed: an error while no other listener is attached would crash the process.
    socket.on('error', (error) => reject(error instanceof CallFailed ? error : connectionError(error)))
    socket.once('connect', () => {
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
