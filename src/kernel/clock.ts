/** The only source of "now". Tests bring their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/**
 * Milliseconds that only ever grow, by a clock that may be set back: for what is trusted for a moment, and must not be
 * trusted for another hour then. Begins above 0.
 */
export function stopwatch(clock: Clock): () => number {
  let last = clock.now()
  let elapsed = 1
  return () => {
    const now = clock.now()
    elapsed += Math.max(0, now - last)
    last = now
    return elapsed
  }
}

export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** The UTC month an instant belongs to, as `yyyy-mm`. */
export function monthOf(milliseconds: number): string {
  const date = new Date(milliseconds)
  return `${padded(date.getUTCFullYear(), 4)}-${padded(date.getUTCMonth() + 1, 2)}`
}

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0')

/** The first instant after a `yyyy-mm` month, in milliseconds. */
export const endOfMonth = (month: string): number => Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1)
