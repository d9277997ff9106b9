import { type Client, createClient } from 'graphql-ws'
import { pause, retryMs } from './retry.js'

/** Close codes: by this page because nothing is subscribed any more, and by the service because of the key. */
const NORMAL = 1_000
const FORBIDDEN = 4_403

export interface SocketEvents {
  readonly onConnected: () => void
  /** The connection was closed, and will be tried again. */
  readonly onInterrupted: () => void
  /** The service rejects the key. */
  readonly onForbidden: () => void
}

/** The WebSocket for subscriptions. It is open only while there is one. */
export function openSocket(key: string | undefined, events: SocketEvents): Client {
  const url = new URL('/graphql', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return createClient({
    url: url.href,
    ...(key && { connectionParams: { 'X-API-Key': key } }),
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: (attempt) => pause(retryMs(attempt)),
    shouldRetry: (event) => (event as Partial<CloseEvent>).code !== FORBIDDEN,
    on: {
      connected: events.onConnected,
      closed: (event) => {
        const { code } = event as CloseEvent
        if (code === FORBIDDEN) events.onForbidden()
        else if (code !== NORMAL) events.onInterrupted()
      },
    },
  })
}

/** What ended a subscription: the service's errors, or a connection that will not be tried again. */
export function subscriptionError(reason: unknown): Error {
  const [error] = Array.isArray(reason) ? (reason as readonly { message: string }[]) : []
  return new Error(error?.message ?? 'The live connection has ended.')
}
