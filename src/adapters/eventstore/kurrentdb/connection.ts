import { KurrentDBClient } from '@kurrent/kurrentdb-client'
import { closed, timeoutError } from './failures.js'
import { type ServerFeaturesClient, type StreamsClient, services } from './protocol.js'

/** Timeout for finding the leader of a cluster; the client itself has none. */
const CONNECT_TIMEOUT_MS = 4_000

type Call = Required<Parameters<StreamsClient['read']>>
/** Metadata and options of a call. */
type CallArguments = [Call[1], Call[2]]

/**
 * The internals of the client that we use (its version is pinned): it finds the leader, keeps the connection, adds
 * credentials, and reconnects after a failure. We do not use its public calls: reads cannot be cancelled and have no
 * timeout; appends share a stream without a timeout, and end the process when it breaks while some are queued; a
 * subscription reports that it has caught up before it has delivered all events up to there.
 */
interface Internals {
  getGRPCClient<Client>(service: new (...parameters: never) => Client, name: string): Promise<Client>
  handleError(client: unknown, error: Error): Promise<void>
  callArguments(options: { requiresLeader: boolean }, call: { deadline: number | Date }): CallArguments
}

export interface Connection {
  /** @throws StoreUnavailable when no server is found in time */
  streams(): Promise<StreamsClient>
  features(): Promise<ServerFeaturesClient>
  /** Arguments of a call. @param timeoutMs deadline of the call; none by default */
  callArguments(timeoutMs?: number): CallArguments
  /** Must be called with the error that ended a call: the next one may need another connection or server. */
  failed(client: StreamsClient, error: Error): void
  isClosed(): boolean
  /** Registers a callback for when the connection is closed. @returns a function that unregisters it */
  onClose(end: () => void): () => void
  close(): void
}

/** @throws Error when the connection string cannot be parsed */
export function createConnection(url: string): Connection {
  const client = KurrentDBClient.connectionString(url) as unknown as Internals
  const ends = new Set<() => void>()
  let isClosed = false
  let last: StreamsClient | ServerFeaturesClient | undefined

  async function find<C extends StreamsClient | ServerFeaturesClient>(
    service: new (...parameters: never) => C,
    name: string,
  ): Promise<C> {
    if (isClosed) throw closed()
    let timer: NodeJS.Timeout | undefined
    const timedOut = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(timeoutError()), CONNECT_TIMEOUT_MS)
    })
    try {
      const found = await Promise.race([client.getGRPCClient(service, name), timedOut])
      last = found
      return found
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    streams: () => find(services.streams, 'streams'),
    features: () => find(services.features, 'features'),
    callArguments: (timeoutMs) =>
      // Only the leader has all acknowledged events.
      client.callArguments({ requiresLeader: true }, { deadline: timeoutMs ? Date.now() + timeoutMs : Infinity }),
    failed: (streams, error) => void client.handleError(streams, error).catch(() => {}),
    isClosed: () => isClosed,
    onClose(end) {
      ends.add(end)
      return () => ends.delete(end)
    },
    close() {
      isClosed = true
      for (const end of [...ends]) end()
      last?.close()
    },
  }
}
