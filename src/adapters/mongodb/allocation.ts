/** What somebody wants of a counter, all of it or nothing, as long as no more than `limit` is used with it. */
export interface AllocationRequest {
  readonly amount: number
  readonly limit: number
}

export interface Allocation {
  /** Who gets what he wants, in the order of the claims. */
  readonly granted: readonly boolean[]
  readonly total: number
}

/** Who gets what of a counter that stands at `used`, first come, first served. */
export function allocate(used: number, claims: readonly AllocationRequest[]): Allocation {
  let total = 0
  const granted = claims.map(({ amount, limit }) => {
    const fits = used + total + amount <= limit
    if (fits) total += amount
    return fits
  })
  return { granted, total }
}

/** Where a counter stood that began at `used`: after the turn of each who got something, at the end for the others. */
export function balancesAfter(
  used: number,
  claims: readonly AllocationRequest[],
  { granted, total }: Allocation,
): number[] {
  let after = used
  return claims.map(({ amount }, index) => {
    if (!granted[index]) return used + total
    after += amount
    return after
  })
}
