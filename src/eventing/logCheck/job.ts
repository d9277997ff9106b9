// Checks the log in the background.
import type { Clock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { JobHandler } from '../../kernel/ports/jobs.js'
import { DAY_MS, HOUR_MS } from '../../kernel/time.js'
import type { CheckStores } from './checkStores.js'
import type { LastCheckStore } from './lastCheck.js'

/** The job; it has one key. */
export const CHECK_LOG = 'check_log'

/** At most a fifth of a core, so that nothing else is slower. */
const REST = 4

interface CheckJobDependencies {
  readonly check: CheckStores
  readonly lastCheck: LastCheckStore
  /** Interval of whole checks; undefined for none. */
  readonly days: number | undefined
  readonly clock: Clock
  readonly log: Log
}

/** Every hour, adds the chain links of the ranges that are complete; after the interval, checks everything. */
export const createCheckJob =
  ({ check, lastCheck, days, clock, log }: CheckJobDependencies): JobHandler =>
  async (_, { signal }) => {
    const last = await lastCheck.load()
    const isDue = days !== undefined && isOlder(last?.at, days * DAY_MS, clock.now())
    const { damage, events } = await check({ onlyNew: !isDue, signal, rest: REST })
    if (isDue) log.info({ events, damaged: damage.length }, 'checked the event log')
    for (const { position, problem } of damage) log.error({ position, problem }, 'the event log is damaged')
    return { again: clock.now() + HOUR_MS }
  }

/** A time in the future is of a clock that was set back. */
function isOlder(at: string | undefined, ms: number, now: number): boolean {
  const age = at === undefined ? ms : now - Date.parse(at)
  return age >= ms || age < 0
}
