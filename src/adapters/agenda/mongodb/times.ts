import type { Clock } from '../../../kernel/clock.js'

/** Clocks that are no further apart are taken for the same. */
const CLOSE_MS = 1_000

export interface Times {
  /** A time of this process's clock, as all processes write it. */
  readonly shared: (own: Date) => Date
  /** The same for all members that are times. */
  readonly allShared: <T extends object>(members: T) => T
  /** And back: what any process wrote, by this process's clock. */
  readonly allOwn: <T extends object>(members: T) => T
}

/**
 * Agenda knows its process's clock only. What is stored is in a time that all share: otherwise a process whose clock is
 * an hour ahead would take every lock for one that ran out, and leave locks of its own that nobody takes over in time.
 */
export function createTimes(shared: Clock): Times {
  let ahead = 0

  /** Milliseconds that the shared time is ahead. It stays as it is while it may, so that times survive a round trip. */
  function shift(): number {
    const apart = shared.now() - Date.now()
    if (Math.abs(apart - ahead) > CLOSE_MS) ahead = Math.abs(apart) > CLOSE_MS ? apart : 0
    return ahead
  }
  const moved = (time: Date, by: number) => new Date(time.getTime() + by)
  function allMoved<T extends object>(members: T, by: number): T {
    if (by === 0) return members
    const entries = Object.entries(members).map(([name, value]) => [
      name,
      value instanceof Date ? moved(value, by) : value,
    ])
    return Object.fromEntries(entries) as T
  }

  return {
    shared: (own) => moved(own, shift()),
    allShared: (members) => allMoved(members, shift()),
    allOwn: (members) => allMoved(members, -shift()),
  }
}
