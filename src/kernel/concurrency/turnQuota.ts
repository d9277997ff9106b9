/**
 * Takes one of the steps that each turn of the event loop has. Returns undefined when there is one in this turn, else
 * resolves in the turn that has one, in order of arrival.
 */
export type TurnQuota = () => Promise<void> | undefined

/**
 * Bounds how much of one kind of work a turn of the event loop does: an event that a thousand wait for does not keep
 * everybody else waiting until the last of them has it.
 * @param perTurn steps
 */
export function createTurnQuota(perTurn: number): TurnQuota {
  let waiting: (() => void)[] = []
  let left = perTurn
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(nextTurn)
  }

  function nextTurn(): void {
    isScheduled = false
    const now = waiting.slice(0, perTurn)
    waiting = waiting.slice(perTurn)
    left = perTurn - now.length
    if (now.length > 0) schedule()
    for (const go of now) go()
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
