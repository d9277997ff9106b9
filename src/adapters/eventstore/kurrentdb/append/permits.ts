/** Counting semaphore; waiters are served first come, first served. */
interface Permits {
  acquire(): Promise<void> | undefined
  release(): void
}

export function createPermits(count: number): Permits {
  const waiting: (() => void)[] = []
  let free = count
  return {
    acquire() {
      if (free > 0) {
        free--
        return undefined
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
    release() {
      const next = waiting.shift()
      if (next) next()
      else free++
    },
  }
}
