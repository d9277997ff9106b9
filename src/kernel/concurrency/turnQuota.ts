/**
 * Takes one step out of the quota of a turn of the event loop. Returns undefined when the current turn has one left;
 * otherwise resolves in the turn that has, in order of arrival.
 */
export type TurnQuota = () => Promise<void> | undefined

/**
 * Per-turn quota: bounds how many steps of one kind of work run in one turn of the event loop, so that an event with a
 * thousand subscribers does not block everything else until the last one has it.
 * @param perTurn maximum number of steps per turn
 * @param inNextTurn calls back in a later turn of the event loop
 */
export function createTurnQuota(
  perTurn: number,
  inNextTurn: (callback: () => void) => unknown = setImmediate,
): TurnQuota {
  let waiting: (() => void)[] = []
  let left = perTurn
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    inNextTurn(nextTurn)
  }

  function nextTurn(): void {
    isScheduled = false
    const resumed = waiting.slice(0, perTurn)
    waiting = waiting.slice(perTurn)
    left = perTurn - resumed.length
    if (resumed.length > 0) schedule()
    for (const resume of resumed) resume()
  }

  return () => {
    schedule()
    if (left > 0 && waiting.length === 0) {
      left--
      return undefined
    }
    return new Promise((resolve) => waiting.push(resolve))
  }
}
