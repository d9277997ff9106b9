// How long the Retry-After header of an answer asks to wait.
import { DAY_MS } from '../../kernel/time.js'

const SECONDS = /^\d+$/
/** The three date formats of RFC 9110 section 5.6.7; the last one, asctime, is implicitly in GMT. */
const DATE_FORMATS = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
]

/**
 * Parses a Retry-After header (RFC 9110 section 10.2.3) into milliseconds to wait, at most a day; 0 for a time in the
 * past. Returns undefined without a header, or if it is neither a number of seconds nor a date.
 * @param now milliseconds since the epoch
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (SECONDS.test(header)) return Math.min(Number(header) * 1000, DAY_MS)
  if (!DATE_FORMATS.some((format) => format.test(header))) return undefined
  const time = Date.parse(header.endsWith('GMT') ? header : `${header} GMT`)
  return Number.isNaN(time) ? undefined : Math.min(Math.max(time - now, 0), DAY_MS)
}
