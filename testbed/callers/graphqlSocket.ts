// GraphQL over WebSocket: as programs speak it, and as raw messages.
import { once } from 'node:events'
import { type Client, createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { InProcessService } from '../service/inProcess.js'

type Reached = Pick<InProcessService, 'url'>

const urlOf = ({ url }: Reached): string => `${url.replace('http:', 'ws:')}/graphql`

/** A graphql-ws client, as programs use it. */
export function socketClient(api: Reached, { key }: { readonly key?: string } = {}): Client {
  return createClient({
    url: urlOf(api),
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    ...(key !== undefined && { connectionParams: { 'X-API-Key': key } }),
  })
}

/** All responses of one operation over WebSocket, until it has completed. */
export async function askSocket(
  api: Reached,
  query: string,
  { key, ...payload }: { readonly key?: string; readonly variables?: Record<string, unknown> } = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses like a caller without types
): Promise<any[]> {
  const client = socketClient(api, key === undefined ? {} : { key })
  try {
    const answers = []
    for await (const answer of client.iterate({ query, ...payload })) answers.push(answer)
    return answers
  } catch (errors) {
    return [{ errors }]
  } finally {
    await client.dispose()
  }
}

export interface RawSocket {
  send(message: unknown): void
  /** The next message. */
  next(): Promise<{ readonly type: string; readonly id?: string; readonly payload?: unknown }>
  /** The close code and reason, once it is closed. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  readonly socket: WebSocket
}

/** A WebSocket that sends exactly what it is given. */
export async function rawSocket(
  api: Reached,
  {
    protocol = 'graphql-transport-ws',
    headers = {},
  }: { readonly protocol?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<RawSocket> {
  const socket = new WebSocket(urlOf(api), protocol, { headers })
  const messages: string[] = []
  let wake = () => {}
  socket.on('message', (data: Buffer) => {
    messages.push(String(data))
    wake()
  })
  socket.on('error', () => {})
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once('close', (code: number, reason: Buffer) => resolve({ code, reason: String(reason) })),
  )
  await once(socket, 'open')
  return {
    socket,
    closed,
    send: (message) =>
      socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message)),
    async next() {
      while (messages.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return JSON.parse(messages.shift()!)
    },
  }
}

/** The same, after `connection_ack`. */
export async function greetedSocket(api: Reached, key?: string): Promise<RawSocket> {
  const raw = await rawSocket(api)
  raw.send({ type: 'connection_init', ...(key !== undefined && { payload: { 'X-API-Key': key } }) })
  await raw.next()
  return raw
}
