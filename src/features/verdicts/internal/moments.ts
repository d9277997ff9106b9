// Times in requests: instants, or dates in a time zone.
import { invalidAt } from '../../../kernel/failure.js'
import { MOMENT_WORDS, parseMoment } from '../../../kernel/moment.js'
import type { TimeZone } from './timeZone.js'

/** @throws Failure VALIDATION_ERROR */
export function reject(name: string, what: string): never {
  throw invalidAt(`/${name}`, `\`${name}\` ${what}`)
}

/**
 * The instant that a parameter names, in milliseconds since the epoch. A date stands for its day in the time zone: for its
 * start, or with `end` for its end.
 * @throws Failure VALIDATION_ERROR
 */
export function momentOf(name: string, text: string, { zone, end = false }: { zone: TimeZone; end?: boolean }): number {
  const moment = parseMoment(text) ?? reject(name, MOMENT_WORDS)
  if (moment.kind === 'instant') return moment.at
  return zone.startOf(moment.year, moment.month, moment.day + (end ? 1 : 0))
}
