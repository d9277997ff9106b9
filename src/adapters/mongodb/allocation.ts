/** A request for part of a counter. It is granted whole or not at all, while the counter stays within its limit. */
export interface AllocationRequest {
  readonly amount: number
  /** Maximum value of the counter after this request. */
  readonly limit: number
}

export interface Allocation {
  /** Whether each request is granted, in the order of the requests. */
  readonly granted: readonly boolean[]
  /** Sum of the granted amounts. */
  readonly total: number
}

/** Grants requests on a counter whose value is `used`: first come, first served. */
export function allocate(used: number, requests: readonly AllocationRequest[]): Allocation {
  let total = 0
  const granted = requests.map(({ amount, limit }) => {
    const fits = used + total + amount <= limit
    if (fits) total += amount
    return fits
  })
  return { granted, total }
}

/** Value of the counter after each granted request; for a request that was not granted, its final value. */
export function balancesAfter(
  used: number,
  requests: readonly AllocationRequest[],
  { granted, total }: Allocation,
): number[] {
  let after = used
  return requests.map(({ amount }, index) => {
    if (!granted[index]) return used + total
    after += amount
    return after
  })
}
