import { KurrentDBClient } from '@kurrent/kurrentdb-client'
import { closed, late } from './failures.js'
import { type ServerFeaturesClient, type StreamsClient, services } from './protocol.js'

/** Finding the leader of a cluster takes the client as long as it likes. */
const FIND_MS = 4_000

type Call = Required<Parameters<StreamsClient['read']>>
/** Metadata and options of a call. */
type CallArguments = [Call[1], Call[2]]

/**
 * What we take of the client beyond its public face (its version is pinned): how it finds the leader, keeps the
 * connection, brings credentials, and begins anew after a failure. Not its calls themselves: reads cannot be ended and
 * have no time limit; appends share a stream without one, and end the process when it breaks with some of them queued; a
 * subscription says that it has caught up before it has handed over the events before that.
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
  /** Of a call, which ends by itself after so long. */
  callArguments(timeoutMs?: number): CallArguments
  /** To be told of what ended a call: the next one may need another connection, or another server. */
  failed(client: StreamsClient, error: Error): void
  isClosed(): boolean
  /** Calls this when the connection is closed. @returns what takes that back */
  onClose(end: () => void): () => void
  close(): void
}

/** @throws Error when the connection string is not understood */
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
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(late()), FIND_MS)
    })
    try {
      const found = await Promise.race([client.getGRPCClient(service, name), tooLate])
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
      // Only the leader has everything that was acknowledged.
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
