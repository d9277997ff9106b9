import type { Clock } from '../../../kernel/clock.js'

/** Difference below which two clocks count as equal. */
const TOLERANCE_MS = 1_000

export interface Times {
  /** Converts a time of this process's clock to the shared clock. */
  readonly shared: (own: Date) => Date
  /** Converts all members that are dates to the shared clock. */
  readonly allShared: <T extends object>(members: T) => T
  /** Converts all members that are dates from the shared clock to this process's clock. */
  readonly allOwn: <T extends object>(members: T) => T
}

/**
 * Agenda uses only its own process's clock. Stored times are in a shared clock: otherwise a process whose clock is an
 * hour ahead would treat every lock as expired, and its own locks would not be taken over in time.
 */
export function createTimes(shared: Clock): Times {
  let ahead = 0

  /** Milliseconds that the shared clock is ahead. Changes only beyond the tolerance, so that times survive a round trip. */
  function shift(): number {
    const apart = shared.now() - Date.now()
    if (Math.abs(apart - ahead) > TOLERANCE_MS) ahead = Math.abs(apart) > TOLERANCE_MS ? apart : 0
    return ahead
  }
  const shifted = (time: Date, by: number) => new Date(time.getTime() + by)
  function allShifted<T extends object>(members: T, by: number): T {
    if (by === 0) return members
    const entries = Object.entries(members).map(([name, value]) => [
      name,
      value instanceof Date ? shifted(value, by) : value,
    ])
    return Object.fromEntries(entries) as T
  }

  return {
    shared: (own) => shifted(own, shift()),
    allShared: (members) => allShifted(members, shift()),
    allOwn: (members) => allShifted(members, -shift()),
  }
}
