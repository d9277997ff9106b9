// What is checked of subscribers, over WebSocket and server-sent events alike.
import type { Auth } from '../api/auth.js'
import type { Credentials } from '../api/credentials.js'
import { type Failure, isRefusal } from '../kernel/failure.js'

/** How often subscribers and their API keys are checked. */
export const CHECK_INTERVAL_MS = 1_000
/** At every n-th check something is sent: that finds out that a client is gone. */
export const CHECKS_PER_PULSE = 15
/** A client is disconnected after this many consecutive checks at which data was waiting and it had read nothing. */
export const MAX_STALLED_CHECKS = 5

/** Why a key may no longer be used; undefined if it may, or if this is unknown, because a store does not answer or the log may be another one. */
export async function refusalOfKey(
  { identify }: Pick<Auth, 'identify'>,
  credentials: Credentials,
): Promise<Failure | undefined> {
  try {
    await identify(credentials)
    return undefined
  } catch (error) {
    return isRefusal(error) ? error : undefined
  }
}
