/** The only source of "now". Tests bring their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** The UTC month an instant belongs to, as `yyyy-mm`. */
export const monthOf = (milliseconds: number): string => iso(milliseconds).slice(0, 7)

/** The first instant after a `yyyy-mm` month, in milliseconds. */
export const endOfMonth = (month: string): number => Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1)
