import { type Client, createClient } from 'graphql-ws'
import { AliveDocument, type TypedDocumentString } from './operations.generated.js'
import { ServiceGone, sendOperation } from './request.js'

const MIN_RETRY_MS = 500
const MAX_RETRY_MS = 5_000

/** What the page knows about its connection to the service. */
export interface ServiceState {
  /** Whether the service did not answer when it was last called. */
  readonly gone: boolean
  /** Rises whenever the service has come back: what is on the page may be out of date. */
  readonly epoch: number
}

export interface RequestOptions {
  readonly signal?: AbortSignal
  /** Send no key: what anybody may read should not count against the account's requests per minute. */
  readonly open?: boolean
}

export interface Service {
  readonly state: ServiceState
  onChange(listener: () => void): () => void
  request<R, V>(document: TypedDocumentString<R, V>, variables: V, options?: RequestOptions): Promise<R>
  /** Delivers events until it is unsubscribed or the subscription completes, across interruptions of the connection. */
  subscribe<R, V>(document: TypedDocumentString<R, V>, variables: V, onEvent: (data: R) => void): () => void
  close(): void
}

const retryMs = (attempt: number): number => Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** attempt)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The service as seen with a key, or without one. */
export function createService(key: string | undefined): Service {
  const listeners = new Set<() => void>()
  let state: ServiceState = { gone: false, epoch: 0 }
  let isClosed = false
  let socket: Client | undefined

  function change(next: ServiceState): void {
    state = next
    for (const listener of listeners) listener()
  }

  async function waitUntilBack(): Promise<void> {
    change({ ...state, gone: true })
    for (let attempt = 0; !isClosed; attempt++) {
      await pause(retryMs(attempt))
      const isBack = await sendOperation(AliveDocument, {}, undefined).then(
        () => true,
        (error: unknown) => !(error instanceof ServiceGone),
      )
      if (isBack) return change({ gone: false, epoch: state.epoch + 1 })
    }
  }

  function noticeGone(): void {
    if (!state.gone && !isClosed) void waitUntilBack()
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
      try {
        return await sendOperation(document, variables, open ? undefined : key, signal)
      } catch (error) {
        if (error instanceof ServiceGone) noticeGone()
        throw error
      }
    },
    subscribe(document, variables, onEvent) {
      socket ??= openSocket(key, noticeGone)
      return socket.subscribe(
        { query: document.toString(), variables: variables as Record<string, unknown> },
        { next: ({ data }) => data && onEvent(data as never), error: () => {}, complete: () => {} },
      )
    },
    close() {
      isClosed = true
      listeners.clear()
      void socket?.dispose()
    },
  }
}

function openSocket(key: string | undefined, onInterrupted: () => void): Client {
  const url = new URL('/graphql', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return createClient({
    url: url.href,
    ...(key && { connectionParams: { 'X-API-Key': key } }),
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: (attempt) => pause(retryMs(attempt)),
    shouldRetry: () => true,
    on: {
      closed: (event) => {
        // 1000: closed by this page because nothing is subscribed any more.
        if ((event as CloseEvent).code !== 1_000) onInterrupted()
      },
    },
  })
}
