/** Pieces of work that one job has under way at once. */
export interface ConcurrencyLimit {
  /** Takes one; resolves when another piece of work may begin. */
  acquire(): Promise<void> | undefined
  release(): void
}

/** @param most pieces of work at once */
export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  let taken = 0
  let waiting: (() => void)[] = []
  return {
    acquire() {
      taken++
      if (taken < most) return undefined
      return new Promise((resolve) => waiting.push(resolve))
    },
    release() {
      taken--
      if (taken >= most || waiting.length === 0) return
      const goOn = waiting
      waiting = []
      for (const go of goOn) go()
    },
  }
}
