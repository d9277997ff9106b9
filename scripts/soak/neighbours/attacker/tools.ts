// What attacks are written with: requests, uploads, sockets.
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import type { AttackOrder, Tally } from '../attackOrder.js'
import { type Connection, type ConnectionOptions, createConnection } from './connection.js'
import { createUplink } from './uplink.js'

interface CallOptions {
  readonly key?: string
  /** Objects are sent as JSON, buffers as they are. */
  readonly body?: object | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

export interface AttackResponse {
  /** 0 if there was no response. */
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: attackers read responses without types
  readonly body: any
}

export type AttackerTools = ReturnType<typeof createTools>

const CALL_TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 256
/** Maximum response size to keep; the rest is read and dropped. */
const KEPT_BYTES = 1_048_576

/** Tools for attacks. All traffic leaves through one uplink, and from one address but for visitors of a page. */
export function createTools({ url, source, freeKey, paidKey }: AttackOrder) {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })
  const uplink = createUplink()
  const tally: Tally = {}
  let visitors = 0
  const note = (outcome: string): void => {
    tally[outcome] = (tally[outcome] ?? 0) + 1
  }

  /** Sends one request and counts its status. Never rejects. */
  async function call(method: string, path: string, { key, body, headers }: CallOptions = {}): Promise<AttackResponse> {
    const bytes = body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    await uplink.write(bytes?.length ?? 0, 1)
    return new Promise((resolve) => {
      const end = (outcome: string, received: AttackResponse = { status: 0, body: undefined }) => {
        note(outcome)
        resolve(received)
      }
      const outgoing = httpRequest(
        {
          ...{ hostname, port, method, path, agent, localAddress: source },
          signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
          headers: {
            ...(bytes && { 'Content-Type': 'application/json', 'Content-Length': bytes.length }),
            ...(key !== undefined && { 'X-API-Key': key }),
            ...headers,
          },
        },
        (incoming) => {
          const status = incoming.statusCode ?? 0
          const chunks: Buffer[] = []
          let length = 0
          incoming.on('data', (chunk: Buffer) => {
            length += chunk.length
            if (length <= KEPT_BYTES) chunks.push(chunk)
          })
          incoming.on('error', () => end('interrupted'))
          incoming.on('end', () => end(`${status}`, { status, body: parsed(Buffer.concat(chunks).toString()) }))
        },
      )
      outgoing.on('error', (error) => end(outcomeOf(error)))
      outgoing.end(bytes)
    })
  }

  /** Opens a TCP connection, of a visitor from an address that no other has. @throws Error if the attack has ended before its turn came */
  async function open(
    { isVisitor, ...options }: Omit<ConnectionOptions, 'note'> & { readonly isVisitor?: boolean },
    signal: AbortSignal,
  ): Promise<Connection> {
    await uplink.connection()
    signal.throwIfAborted()
    const socket = connect({
      host: hostname,
      port: Number(port),
      localAddress: isVisitor ? visitorAddress(visitors++) : source,
      allowHalfOpen: true,
      noDelay: true,
    })
    return createConnection(socket, { ...options, note })
  }

  return { host: `${hostname}:${port}`, freeKey, paidKey, tally, note, call, open, uplink }
}

/** Loopback addresses from 127.64.0.1 on, beyond those of attackers and others. */
const visitorAddress = (visitor: number): string =>
  `127.${64 + ((visitor >> 16) & 63)}.${(visitor >> 8) & 255}.${1 + (visitor % 250)}`

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const outcomeOf = ({ name, code }: NodeJS.ErrnoException): string =>
  name === 'AbortError' || name === 'TimeoutError' ? 'timeout' : (code ?? 'error')
