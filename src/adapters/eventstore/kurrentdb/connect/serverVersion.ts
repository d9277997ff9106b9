import { withTimeout } from '../../../../kernel/concurrency/timeout.js'
import { CODE, timeoutError, unavailable } from '../failures.js'
import type { Connection } from './connection.js'
import { problem } from './connectionString.js'

/** The oldest version that reports an event's position in the log, and when a subscription has caught up. */
const MIN_VERSION = [24, 10] as const
const TIMEOUT_MS = 4_000

/**
 * @throws StoreUrlError when the server is too old
 * @throws StoreUnavailable when it does not answer, or is not a KurrentDB
 */
export async function checkServerVersion(connection: Connection): Promise<void> {
  const client = connection.client()
  const asked = connection.whileOpen(client, client.serverVersion())
  const version = await withTimeout(TIMEOUT_MS, asked, timeoutError).catch((error: unknown) => {
    // It may never answer.
    connection.retire(client)
    throw error
  })
  if (version === 'unknown') {
    throw unavailable(Object.assign(new Error('the server does not tell its version'), { code: CODE.unimplemented }))
  }
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0)
  if (major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1])) {
    throw problem(`the server has version ${version}; the oldest supported version is ${MIN_VERSION.join('.')}`)
  }
}
