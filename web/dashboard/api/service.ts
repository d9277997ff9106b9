import type { Client } from 'graphql-ws'
import { AliveDocument, type TypedDocumentString } from './operations.generated.js'
import { ServiceGone, sendOperation } from './request.js'
import { pause, retryMs } from './retry.js'
import { openSocket, subscriptionError } from './socket.js'

/** What the page knows about its connection to the service. */
export interface ServiceState {
  /** Whether the service did not answer when it was last called. */
  readonly gone: boolean
  /** Whether events of subscriptions arrive. */
  readonly live: boolean
  /** Rises whenever the connection has been restored: what is on the page may be out of date. */
  readonly epoch: number
}

interface RequestOptions {
  readonly signal?: AbortSignal
  /** Send no key: what anybody may read should not count against the account's requests per minute. */
  readonly open?: boolean
}

interface Subscriber<R> {
  readonly onEvent: (data: R) => void
  /** The subscription has ended with an error. */
  readonly onError: (error: Error) => void
}

export interface Service {
  readonly state: ServiceState
  onChange(listener: () => void): () => void
  request<R, V>(document: TypedDocumentString<R, V>, variables: V, options?: RequestOptions): Promise<R>
  /** Delivers events until it is unsubscribed or the subscription ends, across interruptions of the connection. */
  subscribe<R, V>(document: TypedDocumentString<R, V>, variables: V, subscriber: Subscriber<R>): () => void
  close(): void
}

const KEY_REJECTED = 'The API key is no longer valid: it is expired or revoked.'

/**
 * The service as seen with a key, or without one.
 * @param onKeyRejected called with the reason when the service closes the WebSocket because of the key
 */
export function createService(key: string | undefined, onKeyRejected: (reason: string) => void): Service {
  const listeners = new Set<() => void>()
  let state: ServiceState = { gone: false, live: false, epoch: 0 }
  let isClosed = false
  let isInterrupted = false
  let socket: Client | undefined
  /** Failed attempts since an operation last succeeded. */
  let attempts = 0

  function change(next: Partial<ServiceState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  const restored = () => change({ gone: false, epoch: state.epoch + 1 })

  /** @param probe what has to succeed: a query that needs a store may fail although the service answers others */
  async function waitUntilBack(probe: () => Promise<unknown>): Promise<void> {
    if (state.gone || isClosed) return
    change({ gone: true })
    while (!isClosed) {
      await pause(retryMs(attempts++))
      if (await answers(probe)) return restored()
    }
  }

  async function probeConnection(): Promise<void> {
    const alive = () => sendOperation(AliveDocument, {}, undefined)
    if (!(await answers(alive))) await waitUntilBack(alive)
  }

  const socketEvents = {
    onConnected() {
      change({ live: true })
      // Events may have been missed. If the service was gone, the probe restores everything.
      if (isInterrupted && !state.gone) restored()
      isInterrupted = false
    },
    onInterrupted() {
      if (isClosed) return
      isInterrupted = true
      change({ live: false })
      void probeConnection()
    },
    onForbidden: () => onKeyRejected(KEY_REJECTED),
  }

  return {
    get state() {
      return state
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async request(document, variables, { signal, open = false } = {}) {
      const send = (until?: AbortSignal) => sendOperation(document, variables, open ? undefined : key, until)
      try {
        const data = await send(signal)
        attempts = 0
        return data
      } catch (error) {
        if (error instanceof ServiceGone) {
          const isQuery = document.toString().trimStart().startsWith('query')
          void waitUntilBack(isQuery ? send : () => sendOperation(AliveDocument, {}, undefined))
        }
        throw error
      }
    },
    subscribe(document, variables, { onEvent, onError }) {
      socket ??= openSocket(key, socketEvents)
      return socket.subscribe(
        { query: document.toString(), variables: variables as Record<string, unknown> },
        {
          next: ({ data, errors }) => (data ? onEvent(data as never) : onError(subscriptionError(errors))),
          error: (reason) => onError(subscriptionError(reason)),
          complete: () => {},
        },
      )
    },
    close() {
      isClosed = true
      listeners.clear()
      void socket?.dispose()
    },
  }
}

/** Whether the service answers; an answer that refuses the operation is one. */
const answers = (probe: () => Promise<unknown>): Promise<boolean> =>
  probe().then(
    () => true,
    (error: unknown) => !(error instanceof ServiceGone),
  )
