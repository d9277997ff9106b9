/** Rows of all running batches that may wait for DNS at once: half of what the resolver takes, the rest is for callers who wait. */
const PLACES = 1_000
/** However many batches run, each goes on. */
const FEWEST = 10

/** Places for rows that wait for DNS, shared equally by the batches that run at the moment. */
export interface Places {
  /** Takes one; resolves when the batch may begin another row. */
  take(): Promise<void> | undefined
  give(): void
  /** The batch does not run any more. */
  leave(): void
}

export function createPlaces(): () => Places {
  let running = 0

  return function enter(): Places {
    running++
    let taken = 0
    let waiting: (() => void) | undefined
    const share = () => Math.max(FEWEST, Math.floor(PLACES / running))
    return {
      take() {
        taken++
        if (taken < share()) return undefined
        return new Promise((resolve) => {
          const before = waiting
          waiting = () => {
            before?.()
            resolve()
          }
        })
      },
      give() {
        taken--
        if (taken >= share() || !waiting) return
        const go = waiting
        waiting = undefined
        go()
      },
      leave() {
        running--
      },
    }
  }
}
