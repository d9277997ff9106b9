// Calendar days and months of a time zone.
import { MINUTE_MS } from '../../../kernel/time.js'

export interface TimeZone {
  /** Name in the IANA database, as it was given. */
  readonly name: string
  /** The local date of an instant. @param month from 1 */
  dateOf(instant: number): { readonly year: number; readonly month: number; readonly day: number }
  /** The instant at which a local day starts. Days and months beyond the calendar roll over, as in `Date.UTC`. */
  startOf(year: number, month: number, day: number): number
}

const MAX_NAME_LENGTH = 64

/** @returns undefined if there is no such time zone */
export function timeZoneOf(name: string): TimeZone | undefined {
  const format = name.length <= MAX_NAME_LENGTH ? formatOf(name) : undefined
  if (!format) return undefined

  function partsOf(instant: number): number[] {
    const values: { [type: string]: number } = {}
    for (const { type, value } of format!.formatToParts(instant)) values[type] = Number(value)
    return [values.year!, values.month!, values.day!, values.hour!, values.minute!]
  }

  function offsetAt(instant: number): number {
    const [year, month, day, hour, minute] = partsOf(instant) as [number, number, number, number, number]
    return Date.UTC(year, month - 1, day, hour, minute) - (instant - (instant % MINUTE_MS))
  }

  return {
    name,
    dateOf(instant) {
      const [year, month, day] = partsOf(instant) as [number, number, number]
      return { year, month, day }
    },
    startOf(year, month, day) {
      const local = Date.UTC(year, month - 1, day)
      // The offset at the start may differ from the one at the guess, if clocks change in between.
      const guess = local - offsetAt(local)
      const start = local - offsetAt(guess)
      // Where clocks skip midnight, the day starts when they do.
      return partsOf(start)[2] === new Date(local).getUTCDate() ? start : Math.max(guess, start)
    },
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  } catch {
    return undefined
  }
}
