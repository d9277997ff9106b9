const LONGEST_MS = 86_400_000
const SECONDS = /^\d+$/
/** The three forms of RFC 9110 section 5.6.7; the last one, asctime, leaves out that it is GMT. */
const DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
]

/**
 * Milliseconds that a Retry-After header (RFC 9110 section 10.2.3) asks us to wait, a day at most; 0 for a time that has
 * passed. Undefined without a header, or with one that is neither seconds nor a date.
 * @param now milliseconds since the epoch
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (SECONDS.test(header)) return Math.min(Number(header) * 1000, LONGEST_MS)
  if (!DATES.some((form) => form.test(header))) return undefined
  const at = Date.parse(header.endsWith('GMT') ? header : `${header} GMT`)
  return Number.isNaN(at) ? undefined : Math.min(Math.max(at - now, 0), LONGEST_MS)
}
