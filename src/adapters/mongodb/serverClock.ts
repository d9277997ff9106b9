import type { Db } from 'mongodb'
import type { Clock } from '../../kernel/clock.js'
import { callMongo } from './callMongo.js'

const REFRESH_MS = 30_000

/**
 * The time of the server, which all processes share whatever their own clocks say, to within the time that an answer
 * takes. Between two looks it is told by a stopwatch, so that setting a process's clock changes nothing. It may go back
 * when the server's does, or when another server becomes primary.
 */
export async function createServerClock(db: Db, refreshMs = REFRESH_MS): Promise<Clock> {
  /** Milliseconds from the stopwatch's beginning to the server's, as far as it is known. */
  let offset: number | undefined
  let looked = 0
  let looking = false

  async function look(): Promise<void> {
    const asked = performance.now()
    // Every version knows this, whoever asks; it is `hello` under its first name.
    const { localTime } = await callMongo(() => db.command({ isMaster: 1 }))
    looked = performance.now()
    const [least, most] = [localTime.getTime() - looked, localTime.getTime() + 1 - asked]
    // What may still be true is kept: a slow answer says less than a quick one before.
    offset = offset === undefined ? (least + most) / 2 : Math.min(Math.max(offset, least), most)
  }

  function refresh(): void {
    looking = true
    looked = performance.now()
    look()
      // The stopwatch goes on; whoever asks the server for anything else hears what is wrong.
      .catch(() => {})
      .finally(() => {
        looking = false
      })
  }

  await look()
  return {
    now() {
      const elapsed = performance.now()
      if (elapsed - looked > refreshMs && !looking) refresh()
      return Math.floor(elapsed + offset!)
    },
  }
}
