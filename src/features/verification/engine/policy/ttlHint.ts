const SHORTEST = 300
const LONGEST = 86_400

/**
 * For how many seconds an answer holds: the smallest TTL of its records, within 5 minutes and a day, less what has
 * passed since DNS was asked. At least 1, because 0 means degraded.
 * @param ttl seconds; undefined where no answer had one
 * @param age milliseconds since the check; in whole minutes, so that it tells no more than they do, and the hint is then
 * up to a minute more than what is left
 */
export function ttlHint(ttl: number | undefined, age: number): number {
  const whole = Math.min(Math.max(Math.floor(ttl ?? SHORTEST), SHORTEST), LONGEST)
  return Math.max(whole - Math.max(Math.floor(age / 1_000), 0), 1)
}
