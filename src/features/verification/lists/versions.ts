// Versions of lists: `2026-11-26.74d21fd656dc`, the day they were compiled and a hash of their content.

import { isToCome } from '../../../kernel/clock.js'

const DAY_LENGTH = '2026-11-26'.length

export const dayOf = (version: string): string => version.slice(0, DAY_LENGTH)

export const hasSameContent = (a: string, b: string): boolean => a.slice(DAY_LENGTH) === b.slice(DAY_LENGTH)

/**
 * The version that processes use: the installed one, unless the program ships with a later one. Null is the one that ships
 * with the program.
 */
export const versionInUse = (installed: string | null, embedded: string): string | null =>
  installed !== null && dayOf(installed) >= dayOf(embedded) ? installed : null

interface KnownTimes {
  /** The version in use, and the one that ships with the program, which is not later. */
  readonly version: string
  readonly embedded: string
  /** ISO 8601. */
  readonly checkedAt?: string
  readonly superseded?: boolean
}

/**
 * When lists were last known to be the newest, milliseconds since the epoch: at the last check, unless they are superseded, or on their own
 * day. A time to come is of a clock that was ahead, and says nothing.
 */
export const currentSince = ({ version, embedded, checkedAt, superseded }: KnownTimes, now: number): number =>
  [dayOf(version), dayOf(embedded), superseded ? undefined : checkedAt]
    .map((time) => (time === undefined ? 0 : Date.parse(time)))
    .reduce((latest, time) => (isToCome(time, now) ? latest : Math.max(latest, time)), 0)
