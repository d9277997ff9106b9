import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { connect as secure, type TLSSocket } from 'node:tls'
import { CallFailed } from './callFailed.js'
import { connectionProblem, handshakeProblem } from './problems.js'
import type { Target } from './target.js'

export interface Way {
  /** All of them checked; none is looked up again. */
  readonly addresses: readonly string[]
  /** When the call must be over, by `performance.now()`. */
  readonly until: number
  /** Destroys the connection. */
  readonly signal: AbortSignal
  /** Trusted authorities in PEM; Node's if not given. */
  readonly authorities: readonly string[] | undefined
}

/** Addresses of one name that are tried in turn. */
const MOST_TRIED = 4

/**
 * Connects to the first address that takes the connection; each gets its share of the time that is left. Over TLS the
 * certificate must be valid for the target's host. @throws CallFailed of the first address
 */
export async function connectTo(target: Target, way: Way): Promise<Socket> {
  const socket = await firstThatConnects(target, way)
  return target.secure ? await handshake(socket, target, way) : socket
}

async function firstThatConnects({ port }: Target, { addresses, until, signal }: Way): Promise<Socket> {
  const tried = addresses.slice(0, MOST_TRIED)
  let failed: unknown
  for (const [index, address] of tried.entries()) {
    try {
      return await dial(address, port, (until - performance.now()) / (tried.length - index), signal)
    } catch (error) {
      if (signal.aborted) throw error
      failed ??= error
    }
  }
  throw failed
}

const dial = (host: string, port: number, ms: number, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, signal })
    socket.setTimeout(Math.max(ms, 1), () =>
      socket.destroy(new CallFailed('timeout', 'It took no connection in time.')),
    )
    // Stays, so that an error between two listeners of others is heard.
    socket.on('error', (error) => reject(error instanceof CallFailed ? error : connectionProblem(error)))
    socket.once('connect', () => {
      socket.setTimeout(0)
      resolve(socket)
    })
  })

const handshake = (socket: Socket, { host, isAddress }: Target, { authorities }: Way): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const tls = secure({
      socket,
      host,
      // A server is named by its name only (RFC 6066 section 3).
      ...(!isAddress && { servername: host }),
      ...(authorities && { ca: [...authorities] }),
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    })
    const fail = (error: Error) => {
      socket.destroy()
      reject(handshakeProblem(error, host))
    }
    tls.on('error', fail)
    tls.once('secureConnect', () => resolve(tls))
  })
