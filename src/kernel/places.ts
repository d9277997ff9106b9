/** Pieces of work that one job has under way at once. */
export interface Places {
  /** Takes one; resolves when another piece of work may begin. */
  take(): Promise<void> | undefined
  give(): void
}

/** @param most pieces of work at once */
export function createPlaces(most: number): Places {
  let taken = 0
  let waiting: (() => void)[] = []
  return {
    take() {
      taken++
      if (taken < most) return undefined
      return new Promise((resolve) => waiting.push(resolve))
    },
    give() {
      taken--
      if (taken >= most || waiting.length === 0) return
      const goOn = waiting
      waiting = []
      for (const go of goOn) go()
    },
  }
}
