import { createFairQueue } from './fairQueue.js'

/**
 * Fair semaphore: a counting semaphore whose permits are shared fairly between keys (accounts, client addresses). It
 * uses dynamic thresholds, as network switches do for buffers shared by ports (Choudhury and Hahne, "Dynamic Queue
 * Length Thresholds for Shared-Memory Packet Switches", 1998): a key may hold at most `alpha` times the number of free
 * permits. A single key gets alpha / (1 + alpha) of all permits; n greedy keys get alpha / (1 + n × alpha) each, and
 * some permits always stay free for the next key.
 */
export interface FairSemaphore {
  /**
   * Takes all the permits immediately, or none.
   * @returns whether they were taken
   */
  tryAcquire(key: string, permits?: number): boolean
  /**
   * Takes one permit as soon as the key may have it. Waiters are served round-robin by key, and first come, first
   * served within a key. Returns undefined when the permit is taken immediately.
   * @throws Refused, or what `refusal` creates, when it may not wait or has waited too long; the signal's reason
   */
  acquire(key: string, queueing?: Queueing): Promise<void> | undefined
  /** Calls back with one permit as soon as the key may have it, now or later: for many that wait, at the price of a place in a queue. */
  enter(key: string, start: () => void): void
  /**
   * Does work with one permit of the key, and releases it when the work has settled.
   * @throws like `acquire`, before the work starts
   */
  run<T>(key: string, queueing: Queueing, work: () => Promise<T>): Promise<T>
  /** Returns permits. @throws RangeError when the key holds fewer */
  release(key: string, permits?: number): void
  /** Number of permits held by a key. */
  held(key: string): number
  /** Number of waiting calls of `acquire` for a key. */
  waiting(key: string): number
  /** Number of free permits. */
  free(): number
  /** Keys that hold permits and may not take another one now. */
  limited(): readonly string[]
}

/** How a call waits for its permit: by default as long as it takes, and beside any number of others. */
export interface Queueing {
  /** Ends the wait when it aborts. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds after which the wait ends. */
  readonly timeoutMs?: number
  /** Calls of all keys that may wait at the same time; 0 refuses instead of waiting. */
  readonly maxWaiting?: number
  /** The same for one key. */
  readonly maxWaitingPerKey?: number
  readonly refusal?: () => Error
}

/** No permit was free, and the call could not wait, or not longer. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

interface FairSemaphoreOptions {
  /** Total number of permits. */
  readonly permits: number
  /**
   * Maximum ratio of the permits held by one key to the free permits; 2 gives a single key two thirds of all permits.
   */
  readonly alpha?: number
}

const DEFAULT_ALPHA = 2

const refused = () => new Refused('no permit is free')

export function createFairSemaphore({ permits, alpha = DEFAULT_ALPHA }: FairSemaphoreOptions): FairSemaphore {
  const held = new Map<string, number>()
  const queue = createFairQueue<() => void>()
  let free = permits

  const heldBy = (key: string): number => held.get(key) ?? 0

  /** A key that holds nothing may always take one free permit. */
  const mayTake = (key: string, count: number): boolean => {
    if (count > free) return false
    const own = heldBy(key)
    return (own === 0 && count === 1) || own + count <= alpha * (free - count)
  }

  function take(key: string, count: number): void {
    free -= count
    held.set(key, heldBy(key) + count)
  }

  /** Serves keys in turn until no waiting key may have another permit. */
  function serve(): void {
    const mayTakeOne = (key: string) => mayTake(key, 1)
    while (free > 0) {
      const next = queue.take(mayTakeOne)
      if (!next) return
      take(next.key, 1)
      next.item()
    }
  }

  function wait(key: string, { signal, timeoutMs, refusal = refused }: Queueing): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => leave(refusal()), timeoutMs).unref()
      const abort = () => leave(signal!.reason)
      function end(): void {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      function leave(reason: unknown): void {
        end()
        queue.remove(key, admit)
        reject(reason)
      }
      function admit(): void {
        end()
        resolve()
      }
      signal?.addEventListener('abort', abort, { once: true })
      queue.add(key, admit)
    })
  }

  function acquire(key: string, queueing: Queueing = {}): Promise<void> | undefined {
    const { signal, maxWaiting = Infinity, maxWaitingPerKey = Infinity, refusal = refused } = queueing
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (queue.waiting(key) === 0 && mayTake(key, 1)) {
      take(key, 1)
      return undefined
    }
    if (queue.size() >= maxWaiting || queue.waiting(key) >= maxWaitingPerKey) return Promise.reject(refusal())
    return wait(key, queueing)
  }

  function release(key: string, count = 1): void {
    const left = heldBy(key) - count
    if (left < 0) throw new RangeError('More permits were released than acquired.')
    if (left === 0) held.delete(key)
    else held.set(key, left)
    free += count
    serve()
  }

  return {
    tryAcquire(key, count = 1) {
      if (!mayTake(key, count)) return false
      take(key, count)
      return true
    },
    acquire,
    enter(key, start) {
      if (queue.waiting(key) > 0 || !mayTake(key, 1)) return queue.add(key, start)
      take(key, 1)
      start()
    },
    async run(key, queueing, work) {
      await acquire(key, queueing)
      try {
        return await work()
      } finally {
        release(key)
      }
    },
    release,
    held: heldBy,
    waiting: queue.waiting,
    free: () => free,
    limited: () => [...held.keys()].filter((key) => !mayTake(key, 1)),
  }
}
