/** The most of these times, which are in order, that any span of this length contains. */
export function mostWithin(times: readonly number[], span: number): number {
  let most = 0
  let first = 0
  for (const [at, time] of times.entries()) {
    while (time - times[first]! >= span) first++
    most = Math.max(most, at - first + 1)
  }
  return most
}
