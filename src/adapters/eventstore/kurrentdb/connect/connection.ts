// The connection to KurrentDB: a client that is replaced when it stops responding.
import { closed, replaced } from '../failures.js'
import { type Client, createClient } from './clientInternals.js'
import type { ConnectionSettings } from './connectionString.js'

/**
 * Time for which a new client of a cluster may look for the leader, in milliseconds. It asks the nodes in random order, and waits
 * a second for each that hangs. The rest is for a busy machine.
 */
const DISCOVERY_MS = 3_000

/** A client that is replaced when it stops answering. */
export interface Connection {
  /** @throws StoreUnavailable when the connection is closed */
  client(): Client
  /**
   * Replaces a client that did not answer in time: its calls end, and the next one finds the leader again. Does nothing
   * if it was replaced before, or may still be looking for the leader.
   */
  retire(client: Client): void
  /** The leader has answered the client: it no longer looks for it. */
  foundLeader(client: Client): void
  /**
   * The outcome of a call, which the client itself may never settle.
   * @throws StoreUnavailable when the client is retired or the connection is closed
   */
  whileOpen<T>(client: Client, call: Promise<T>): Promise<T>
  isClosed(): boolean
  close(): void
}

export function createConnection(settings: ConnectionSettings): Connection {
  const discoveryMs = settings.isCluster ? DISCOVERY_MS : 0
  let current = createClient(settings)
  /** `performance.now()` until which the current client may look for the leader. */
  let discoveringUntil = performance.now() + discoveryMs
  /** Ends the calls of a client. */
  let calls = new Set<(error: Error) => void>()
  let isClosed = false

  function end(error: Error): void {
    const ended = calls
    calls = new Set()
    for (const reject of ended) reject(error)
    void current.dispose()
  }

  return {
    client() {
      if (isClosed) throw closed()
      return current
    },
    retire(client) {
      if (client !== current || isClosed) return
      if (performance.now() < discoveringUntil) return
      end(replaced())
      current = createClient(settings)
      discoveringUntil = performance.now() + discoveryMs
    },
    foundLeader(client) {
      if (client === current) discoveringUntil = 0
    },
    whileOpen(client, call) {
      return new Promise((resolve, reject) => {
        if (client !== current || isClosed) return reject(isClosed ? closed() : replaced())
        const open = calls
        open.add(reject)
        call.then(
          (outcome) => {
            open.delete(reject)
            resolve(outcome)
          },
          (error) => {
            open.delete(reject)
            reject(error)
          },
        )
      })
    },
    isClosed: () => isClosed,
    close() {
      if (isClosed) return
      isClosed = true
      end(closed())
    },
  }
}
