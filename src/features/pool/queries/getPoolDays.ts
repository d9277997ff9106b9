import type { Eventing } from '../../../eventing/eventing.js'
import type { Clock } from '../../../kernel/clock.js'
import { DAY_MS } from '../../../kernel/time.js'
import { PUBLIC_POOL } from '../events.js'
import { dayOf } from '../projections/buckets.js'
import { poolDayId, poolDays } from '../projections/poolDays.js'

/** Number of days, today included. */
const SHOWN_DAYS = 30

/** Totals of the public pool on a UTC day. */
interface PoolDayView {
  /** `yyyy-mm-dd`. */
  readonly day: string
  readonly contributions: number
  /** Number of lookups that the pool answered. */
  readonly hits: number
}

/** The UTC days that the query shows at an instant, oldest first. @param now milliseconds since the epoch */
export const shownDays = (now: number): readonly string[] =>
  Array.from({ length: SHOWN_DAYS }, (_, index) => dayOf(now - (SHOWN_DAYS - 1 - index) * DAY_MS))

/** The totals of the public pool on each of the last thirty days, oldest first, including today so far. */
export type GetPoolDays = () => Promise<readonly PoolDayView[]>

export const createGetPoolDays =
  ({ eventing, clock }: { readonly eventing: Pick<Eventing, 'read'>; readonly clock: Clock }): GetPoolDays =>
  async () => {
    const days = shownDays(clock.now())
    const found = await eventing.read(poolDays).getMany(days.map((day) => poolDayId(PUBLIC_POOL, day)))
    return days.map((day, index) => {
      const { contributions = 0, hits = 0 } = found[index] ?? {}
      return { day, contributions, hits }
    })
  }
