const MIN_SECONDS = 300
const MAX_SECONDS = 86_400

/**
 * For how many seconds an answer is valid: the smallest TTL of its records, between 5 minutes and a day, minus the time
 * since DNS was queried. At least 1, because 0 means degraded.
 * @param ttl seconds; undefined if no answer had one
 * @param age milliseconds since the check, in whole minutes so that it reveals no more than they do; the hint may
 * therefore exceed the remaining time by up to a minute
 */
export function ttlHint(ttl: number | undefined, age: number): number {
  const whole = Math.min(Math.max(Math.floor(ttl ?? MIN_SECONDS), MIN_SECONDS), MAX_SECONDS)
  return Math.max(whole - Math.max(Math.floor(age / 1_000), 0), 1)
}
