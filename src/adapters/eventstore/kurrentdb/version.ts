import type { Connection } from './connection.js'
import { problem } from './connectionString.js'
import { Empty } from './protocol.js'

/** The oldest version that reports an event's position in the log, and when a subscription has caught up. */
const MIN_VERSION = [24, 10] as const
const TIMEOUT_MS = 4_000

/** @throws StoreUrlError when the server is too old */
export async function checkVersion(connection: Connection): Promise<void> {
  const features = await connection.features()
  const version = await new Promise<string>((resolve, reject) => {
    features.getSupportedMethods(new Empty(), ...connection.callArguments(TIMEOUT_MS), (error, methods) =>
      error ? reject(error) : resolve(methods.getEventStoreServerVersion()),
    )
  })
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0)
  if (major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1])) {
    throw problem(`the server has version ${version}; the oldest supported version is ${MIN_VERSION.join('.')}`)
  }
}
