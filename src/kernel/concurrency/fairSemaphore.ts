/**
 * A counting semaphore whose permits are shared fairly between keys (accounts, client addresses): dynamic thresholds, as
 * switches use them for buffers that ports share (Choudhury and Hahne, "Dynamic Queue Length Thresholds for
 * Shared-Memory Packet Switches", 1998). A key may hold at most `alpha` times what is free. Alone it gets
 * alpha / (1 + alpha) of all permits; n greedy keys get alpha / (1 + n × alpha) each, and some always stay free for the
 * next one to come.
 */
export interface FairSemaphore {
  /**
   * Takes permits now, or none at all.
   * @returns whether they were taken
   */
  tryAcquire(key: string, permits?: number): boolean
  /**
   * Takes one permit as soon as the key may have it. Those who wait are served one per key in turn, and in order of
   * arrival within a key. Returns undefined when the permit is taken at once.
   * @throws the signal's reason when it aborts first
   */
  acquire(key: string, signal?: AbortSignal): Promise<void> | undefined
  /** Gives permits back. */
  release(key: string, permits?: number): void
  /** Permits that a key holds. */
  held(key: string): number
  /** Those of `acquire` that wait, of one key. */
  waiting(key: string): number
  /** Permits that nobody holds. */
  free(): number
  /** Keys that hold permits and may not have another now. */
  limited(): readonly string[]
}

export interface FairSemaphoreOptions {
  /** All that there are. */
  readonly permits: number
  /** How many times the free permits one key may hold; 2 lets a key that is alone have two thirds. */
  readonly alpha?: number
}

const DEFAULT_ALPHA = 2

interface Waiter {
  admit(): void
}

export function createFairSemaphore({ permits, alpha = DEFAULT_ALPHA }: FairSemaphoreOptions): FairSemaphore {
  const held = new Map<string, number>()
  /** In the order in which keys are served next. */
  const queues = new Map<string, Set<Waiter>>()
  let free = permits

  const heldBy = (key: string): number => held.get(key) ?? 0

  /** The first permit is anybody's while there is one. */
  const mayTake = (key: string, count: number): boolean => {
    if (count > free) return false
    const mine = heldBy(key)
    return (mine === 0 && count === 1) || mine + count <= alpha * (free - count)
  }

  function take(key: string, count: number): void {
    free -= count
    held.set(key, heldBy(key) + count)
  }

  /** Serves keys in turn until no waiting key may have another permit. */
  function serve(): void {
    for (let passedOver = 0; free > 0 && passedOver < queues.size; ) {
      const [key, waiters] = queues.entries().next().value!
      queues.delete(key)
      if (!mayTake(key, 1)) {
        queues.set(key, waiters)
        passedOver++
        continue
      }
      passedOver = 0
      const [first] = waiters
      waiters.delete(first!)
      if (waiters.size > 0) queues.set(key, waiters)
      take(key, 1)
      first!.admit()
    }
  }

  function enqueue(key: string, waiter: Waiter): void {
    const waiters = queues.get(key)
    if (waiters) waiters.add(waiter)
    else queues.set(key, new Set([waiter]))
  }

  function leaveQueue(key: string, waiter: Waiter): void {
    const waiters = queues.get(key)
    waiters?.delete(waiter)
    if (waiters?.size === 0) queues.delete(key)
  }

  return {
    tryAcquire(key, count = 1) {
      if (!mayTake(key, count)) return false
      take(key, count)
      return true
    },
    acquire(key, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (!queues.has(key) && mayTake(key, 1)) {
        take(key, 1)
        return undefined
      }
      return new Promise((resolve, reject) => {
        const abort = () => {
          leaveQueue(key, waiter)
          reject(signal!.reason)
        }
        const waiter: Waiter = {
          admit() {
            signal?.removeEventListener('abort', abort)
            resolve()
          },
        }
        signal?.addEventListener('abort', abort, { once: true })
        enqueue(key, waiter)
      })
    },
    release(key, count = 1) {
      const left = heldBy(key) - count
      if (left < 0) throw new RangeError('More permits are given back than were taken.')
      if (left === 0) held.delete(key)
      else held.set(key, left)
      free += count
      serve()
    },
    held: heldBy,
    waiting: (key) => queues.get(key)?.size ?? 0,
    free: () => free,
    limited: () => [...held.keys()].filter((key) => !mayTake(key, 1)),
  }
}
