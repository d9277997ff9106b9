import type { Clock } from '../../../kernel/clock.js'
import type { JobHandler } from '../../../kernel/ports/jobs.js'
import { HOUR_MS } from '../../../kernel/time.js'
import type { ListStore } from './store.js'
import type { ListUpdates, UpdateOutcome } from './updates.js'

/** The job that updates the lists of an installation; it has one key. */
export const UPDATE_LISTS = 'update_lists'

/** After a source could not be read. */
const RETRY_MS = HOUR_MS

interface UpdateJobDependencies {
  readonly store: ListStore
  readonly updates: ListUpdates
  /** See `update`. */
  readonly from: string
  readonly intervalMs: number
  readonly clock: Clock
  readonly count: (outcome: UpdateOutcome['outcome']) => void
}

/**
 * Updates the lists at an interval, counted from the last check by whichever process or command. What was refused has been checked;
 * a source that could not be read has not, and is tried again at each start.
 */
export const createUpdateJob =
  ({ store, updates, from, intervalMs, clock, count }: UpdateJobDependencies): JobHandler =>
  async (_, { signal }) => {
    const { checkedAt, failure } = (await store.load()).state
    const last = failure?.kind === 'refused' ? failure.at : checkedAt
    const lastAt = last === undefined ? 0 : Date.parse(last)
    const now = clock.now()
    // A clock that was ahead may have written a time to come.
    if (lastAt <= now && now < lastAt + intervalMs) return { again: lastAt + intervalMs }
    const { outcome } = await updates.update({ from, automatic: true, signal })
    count(outcome)
    return { again: clock.now() + (outcome === 'unreachable' ? Math.min(RETRY_MS, intervalMs) : intervalMs) }
  }
