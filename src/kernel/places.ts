/** However many there are, each goes on. */
const FEWEST = 10

/** Places for work that takes its time, shared equally by those who work at the moment. */
export interface Places {
  /** Takes one; resolves when another piece of work may begin. */
  take(): Promise<void> | undefined
  give(): void
  /** Needs none any more. */
  leave(): void
}

/** @param all so many pieces of work at once, of all who enter together */
export function createPlaces(all: number): () => Places {
  let working = 0

  return function enter(): Places {
    working++
    let taken = 0
    let waiting: (() => void) | undefined
    const share = () => Math.max(FEWEST, Math.floor(all / working))
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
        working--
      },
    }
  }
}
