// One subscription to the log that several readers share.
import type { EventStore, KnownEvent, Slice } from '../../kernel/ports/eventStore.js'
import type { Position } from '../../kernel/position.js'
import { createWindow, type WindowReader } from './window.js'

export interface FollowerReader extends WindowReader {
  /** Resolves when there may be something to take, or when the reader is evicted or leaves. */
  wait(): Promise<void>
}

export type Follower = ReturnType<typeof createFollower>

/**
 * One subscription to the log, for several readers. It reads the next slice when the fastest of them waits for it, and ends
 * when the last one leaves. If it breaks, all readers are evicted: they continue on their own, and report the failure if
 * they meet it, too.
 * @param start starts after this position
 * @param knownBefore an event that was read before
 */
export function createFollower(store: Pick<EventStore, 'subscribe'>, start: Position, knownBefore?: KnownEvent) {
  const window = createWindow(start)
  let known = knownBefore
  const waiting = new Map<WindowReader, () => void>()
  /** Types that any reader has asked for; undefined: all. */
  let types: Set<string> | undefined = new Set()
  let current = new AbortController()
  let isRunning = true
  let isStarted = false
  let onDemand = () => {}

  function wakeAll(): void {
    const wakes = [...waiting.values()]
    waiting.clear()
    for (const wake of wakes) wake()
  }

  const demanded = (): Promise<void> =>
    waiting.size > 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          onDemand = resolve
        })

  /** @returns whether the subscription has to be opened again */
  function widen(wanted: ReadonlySet<string> | undefined): boolean {
    if (!types || (wanted && [...wanted].every((type) => types?.has(type)))) return false
    types = wanted && new Set([...types, ...wanted])
    return true
  }

  function accept(slice: Slice): void {
    if (slice.position === window.position()) return
    known = slice.events.at(-1) ?? known
    window.push(slice)
    wakeAll()
  }

  async function follow(): Promise<void> {
    current = new AbortController()
    const { signal } = current
    const options = { after: window.position(), known, signal, ...(types && { types }) }
    for await (const slice of store.subscribe(options)) {
      // A slice of fewer types than are wanted now lacks events.
      if (signal.aborted) return
      accept(slice)
      await demanded()
    }
  }

  function stop(): void {
    isRunning = false
    current.abort()
    onDemand()
  }

  async function run(): Promise<void> {
    try {
      while (isRunning) await follow()
    } catch {
      // The readers continue on their own.
    } finally {
      stop()
      window.evictAll()
      wakeAll()
    }
  }

  return {
    isRunning: (): boolean => isRunning,
    /** @param wanted event types, all by default */
    join(wanted?: ReadonlySet<string>): FollowerReader {
      const reader = window.join(wanted)
      if (widen(wanted)) current.abort()
      if (!isStarted) void run()
      isStarted = true
      return {
        from: reader.from,
        isEvicted: reader.isEvicted,
        hasMore: reader.hasMore,
        take: reader.take,
        wait: () =>
          new Promise<void>((resolve) => {
            if (reader.hasMore() || reader.isEvicted()) return resolve()
            waiting.set(reader, resolve)
            onDemand()
          }),
        leave() {
          reader.leave()
          waiting.get(reader)?.()
          waiting.delete(reader)
          if (window.size() === 0) stop()
        },
      }
    },
  }
}
