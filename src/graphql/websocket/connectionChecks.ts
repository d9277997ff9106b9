// Disconnects WebSocket clients that are gone, do not read, or may no longer use the service.
import { CloseCode } from 'graphql-ws'
import type { Auth } from '../../api/auth.js'
import { Failure } from '../../kernel/failure.js'
import type { SocketConnection } from './connection.js'

/** How often connections and their API keys are checked. */
const CHECK_INTERVAL_MS = 1_000
/** Clients are pinged at every n-th check; one that did not respond to the previous ping is disconnected. */
const CHECKS_PER_PING = 15
/** A client is disconnected after this many consecutive checks at which data was waiting and it had read nothing. */
const MAX_STALLED_CHECKS = 5

/** Periodically disconnects clients that are gone, do not read, or whose API key is no longer valid. */
export function createConnectionChecks(
  connections: ReadonlySet<SocketConnection>,
  { identify }: Pick<Auth, 'identify'>,
) {
  let timer: NodeJS.Timeout | undefined
  let checks = 0

  function check(): void {
    const isPingDue = ++checks % CHECKS_PER_PING === 0
    for (const connection of connections) {
      void checkKey(connection)
      checkBacklog(connection)
      connection.arrival.check()
      if (isPingDue) ping(connection)
    }
  }

  function ping(connection: SocketConnection): void {
    if (connection.alive) connection.socket.ping()
    else connection.socket.terminate()
    connection.alive = false
  }

  function checkBacklog(connection: SocketConnection): void {
    const isReading = connection.reading || connection.socket.bufferedAmount === 0
    connection.stalledChecks = isReading ? 0 : connection.stalledChecks + 1
    connection.reading = false
    if (connection.stalledChecks >= MAX_STALLED_CHECKS) connection.socket.terminate()
  }

  async function checkKey({ socket, state: { credentials } }: SocketConnection): Promise<void> {
    if (!credentials) return
    try {
      await identify(credentials)
    } catch (error) {
      // If a store does not answer, it is unknown whether the key is still valid: the connection stays open.
      if (error instanceof Failure) socket.close(CloseCode.Forbidden, 'The API key is no longer valid')
    }
  }

  return {
    /** Starts the checks; does nothing if they are running. */
    start(): void {
      timer ??= setInterval(check, CHECK_INTERVAL_MS).unref()
    },
    stop(): void {
      clearInterval(timer)
      timer = undefined
    },
  }
}
