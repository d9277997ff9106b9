// Disconnects WebSocket clients that are gone, do not read, or may no longer use the service.
import { CloseCode } from 'graphql-ws'
import type { Auth } from '../../api/auth.js'
import { CHECK_INTERVAL_MS, CHECKS_PER_PULSE, MAX_STALLED_CHECKS, refusalOfKey } from '../subscriberChecks.js'
import type { SocketConnection } from './connection.js'

/** Periodically disconnects clients that are gone, do not read, or whose API key is no longer valid. */
export function createConnectionChecks(connections: ReadonlySet<SocketConnection>, auth: Pick<Auth, 'identify'>) {
  let timer: NodeJS.Timeout | undefined
  let checks = 0

  function check(): void {
    const isPingDue = ++checks % CHECKS_PER_PULSE === 0
    for (const connection of connections) {
      void checkKey(connection)
      checkBacklog(connection)
      connection.arrival.check()
      if (isPingDue) ping(connection)
    }
  }

  /** One that did not respond to the previous ping is disconnected. */
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
    if (credentials && (await refusalOfKey(auth, credentials)))
      socket.close(CloseCode.Forbidden, 'The API key is no longer valid')
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
