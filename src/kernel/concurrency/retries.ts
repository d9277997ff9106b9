// Retries in the background what a store may not have done, until the store has certainly done it.
import { pause } from './pause.js'

const FIRST_DELAY_MS = 50
const LAST_DELAY_MS = 1_000
/** A request whose response was lost may still be executed this long after the store responds to others again. */
const LATE_MS = 2_000

/** Items that wait for further attempts. */
export interface Retries<Item> {
  /** Starts the attempts for an item, or starts over if there is one of this key. */
  add(key: string, item: Item): void
  /** Ends the attempts. @returns the items that needed another one */
  stop(): Promise<readonly Item[]>
}

export interface RetryOptions<Item> {
  /**
   * One attempt for all items. It may be repeated for an item that an earlier attempt has reached.
   * @param answered to be called for each item for which the store responded. @param done no request of an earlier attempt can
   * change that any more
   * @param signal aborts when the attempts end
   * @throws when the store does not respond
   */
  attempt(
    items: ReadonlyMap<string, Item>,
    answered: (key: string, done?: boolean) => void,
    signal: AbortSignal,
  ): Promise<void>
  readonly onError?: (error: unknown) => void
  /** Milliseconds after which an item needs no further attempt. */
  readonly maxAgeMs?: number
}

export function createRetries<Item>({ attempt, onError, maxAgeMs = Infinity }: RetryOptions<Item>): Retries<Item> {
  interface Entry {
    readonly item: Item
    readonly sinceMs: number
    /** Start of the first attempt that the store responded to. */
    answeredMs?: number
  }
  const pending = new Map<string, Entry>()
  const stopping = new AbortController()
  const { signal } = stopping
  let retrying: Promise<void> | undefined

  async function attemptAll(): Promise<void> {
    const startedMs = performance.now()
    const entries = new Map(pending)
    const answered = (key: string, done = false): void => {
      const entry = entries.get(key)!
      entry.answeredMs ??= startedMs
      const isOver = done || startedMs - entry.answeredMs >= LATE_MS
      if (isOver && pending.get(key) === entry) pending.delete(key)
    }
    await attempt(new Map([...entries].map(([key, { item }]) => [key, item])), answered, signal)
  }

  function dropExpired(): void {
    for (const [key, { sinceMs }] of pending) if (performance.now() - sinceMs > maxAgeMs) pending.delete(key)
  }

  async function retry(): Promise<void> {
    for (let delayMs = FIRST_DELAY_MS; pending.size > 0; delayMs = Math.min(delayMs * 2, LAST_DELAY_MS)) {
      await pause(delayMs, signal)
      if (signal.aborted) break
      await attemptAll().catch((error: unknown) => onError?.(error))
      dropExpired()
    }
    // Not in a later microtask, before which another item may be added.
    retrying = undefined
  }

  return {
    add(key, item) {
      pending.set(key, { item, sinceMs: performance.now() })
      if (signal.aborted) return
      retrying ??= retry()
    },
    async stop() {
      stopping.abort()
      await retrying
      return [...pending.values()].map(({ item }) => item)
    },
  }
}
