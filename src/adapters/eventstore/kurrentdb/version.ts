import type { Connection } from './connection.js'
import { problem } from './connectionString.js'
import { Empty } from './protocol.js'

/** The oldest that says of an event of a stream where in the log it is, and of a subscription that it has caught up. */
const OLDEST = [24, 10] as const
const ANSWER_MS = 4_000

/** @throws StoreUrlError when the server is too old */
export async function checkVersion(connection: Connection): Promise<void> {
  const features = await connection.features()
  const version = await new Promise<string>((resolve, reject) => {
    features.getSupportedMethods(new Empty(), ...connection.callArguments(ANSWER_MS), (error, methods) =>
      error ? reject(error) : resolve(methods.getEventStoreServerVersion()),
    )
  })
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0)
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    throw problem(`the server is of version ${version}, and ${OLDEST.join('.')} is the oldest that can be used`)
  }
}
