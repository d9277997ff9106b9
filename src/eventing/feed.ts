import { setTimeout as sleep } from 'node:timers/promises'
import type { Recorded } from '../kernel/envelope.js'
import type { Log } from '../kernel/log.js'
import type { EventStore } from '../kernel/ports/eventStore.js'
import type { Position } from '../kernel/position.js'

/** After a store that did not answer, it is asked again after so long. */
const AGAIN_MS = 1_000

export type Hear = (event: Recorded) => void

/** New events, for those who look on while they happen. */
export interface Feed {
  /**
   * Hears of every event of the feed's types that is recorded from now on, in order; `hear` must not throw, and must not
   * keep the others waiting.
   * @returns what ends the listening; when it resolves, nothing that happens is missed any more
   */
  listen(hear: Hear): Promise<() => void>
  /** Ends it for all. */
  close(): void
}

export interface FeedDependencies {
  readonly store: Pick<EventStore, 'head' | 'subscribe'>
  readonly types: Iterable<string>
  readonly log: Log
}

interface Run {
  readonly controller: AbortController
  readonly began: Promise<void>
}

/** Follows the log only while somebody listens, once for all who do. */
export function createFeed({ store, types, log }: FeedDependencies): Feed {
  const wanted = new Set(types)
  const listeners = new Set<Hear>()
  let run: Run | undefined

  function begin(): Run {
    const controller = new AbortController()
    const began = store.head().then((head) => void follow(head, controller.signal))
    return { controller, began }
  }

  async function follow(head: Position, signal: AbortSignal): Promise<void> {
    for (let after = head; !signal.aborted; ) {
      try {
        for await (const { events, position } of store.subscribe({ after, types: wanted, signal })) {
          if (signal.aborted) return
          for (const event of events) for (const hear of [...listeners]) hear(event)
          after = position
        }
      } catch (error) {
        if (signal.aborted) return
        log.warn({ error }, 'the log cannot be followed for those who look on')
        await sleep(AGAIN_MS, undefined, { ref: false })
      }
    }
  }

  function leave(hear: Hear): void {
    if (!listeners.delete(hear) || listeners.size > 0) return
    run?.controller.abort()
    run = undefined
  }

  return {
    async listen(hear) {
      listeners.add(hear)
      run ??= begin()
      try {
        await run.began
      } catch (error) {
        leave(hear)
        throw error
      }
      return () => leave(hear)
    },
    close() {
      for (const hear of [...listeners]) leave(hear)
    },
  }
}
