// Times as people write them: instants, or dates.

/** A time that was read from text. */
export type Moment =
  | { readonly kind: 'instant' /** Milliseconds since the epoch. */; readonly at: number }
  /** A day of a time zone that the reader knows. @param month from 1 */
  | { readonly kind: 'date'; readonly year: number; readonly month: number; readonly day: number }

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
/** RFC 3339 section 5.6. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i

/** What a text must be to be a moment, to end a sentence. */
export const MOMENT_WORDS = 'must be a date such as 2026-11-21, or a time such as 2026-11-21T09:30:00Z'

/** @returns undefined if the text is neither an instant nor a date that exists */
export function parseMoment(text: string): Moment | undefined {
  const date = DATE.exec(text)
  if (date) {
    const [year, month, day] = date.slice(1).map(Number) as [number, number, number]
    return isCalendarDate(text) ? { kind: 'date', year, month, day } : undefined
  }
  const instant = INSTANT.exec(text)
  const at = instant && isCalendarDate(instant[1]!) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : { kind: 'instant', at }
}

/** The instant that a moment names in UTC, in milliseconds since the epoch; a date stands for the start of its day. */
export const startOfMoment = (moment: Moment): number =>
  moment.kind === 'instant' ? moment.at : Date.UTC(moment.year, moment.month - 1, moment.day)

/** Whether a day exists: `Date.parse` may read 30 February as 2 March. */
function isCalendarDate(date: string): boolean {
  const time = Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}
