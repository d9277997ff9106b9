// Times in requests: instants, or dates in a time zone.
import { rejectParameter } from '../../../kernel/failure.js'
import { MOMENT_WORDS, parseMoment } from '../../../kernel/moment.js'
import type { TimeZone } from './timeZone.js'

/**
 * The instant that a parameter names, in milliseconds since the epoch. A date stands for its day in the time zone: for its
 * start, or with `end` for its end.
 * @throws Failure VALIDATION_ERROR
 */
export function momentOf(name: string, text: string, { zone, end = false }: { zone: TimeZone; end?: boolean }): number {
  const moment = parseMoment(text) ?? rejectParameter(name, MOMENT_WORDS)
  if (moment.kind === 'instant') return moment.at
  return zone.startOf(moment.year, moment.month, moment.day + (end ? 1 : 0))
}

/** Whether a parameter that `momentOf` accepts is a date. */
export const isDate = (text: string): boolean => parseMoment(text)?.kind === 'date'
