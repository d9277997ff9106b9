import type { Db } from 'mongodb'
import type { Clock } from '../../kernel/clock.js'
import { callerOf } from './callMongo.js'

const REFRESH_MS = 30_000

/**
 * The server's clock, which all processes share whatever their own clocks show, to within the duration of a round trip.
 * Between two synchronisations a monotonic clock is used, so that setting a process's clock changes nothing. It may go
 * back when the server's clock does, or when another server becomes primary.
 */
export async function createServerClock(db: Db, refreshMs = REFRESH_MS): Promise<Clock> {
  const callMongo = callerOf(db)
  /** Estimated milliseconds that the server's clock is ahead of the monotonic clock. */
  let offset: number | undefined
  let syncedAt = 0
  let isSyncing = false

  async function sync(): Promise<void> {
    const sentAt = performance.now()
    // The original name of `hello`: supported by every version, without authentication.
    const { localTime } = await callMongo(() => db.command({ isMaster: 1 }))
    syncedAt = performance.now()
    const [min, max] = [localTime.getTime() - syncedAt, localTime.getTime() + 1 - sentAt]
    // Changes only as far as necessary: a slow response is less precise than a fast one before.
    offset = offset === undefined ? (min + max) / 2 : Math.min(Math.max(offset, min), max)
  }

  function refresh(): void {
    isSyncing = true
    syncedAt = performance.now()
    sync()
      // The monotonic clock continues; other calls to the server report the failure.
      .catch(() => {})
      .finally(() => {
        isSyncing = false
      })
  }

  await sync()
  return {
    now() {
      const elapsed = performance.now()
      if (elapsed - syncedAt > refreshMs && !isSyncing) refresh()
      return Math.floor(elapsed + offset!)
    },
  }
}
