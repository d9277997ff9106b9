// New events for subscriptions of the API.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Recorded } from '../kernel/envelope.js'
import type { Log } from '../kernel/log.js'
import type { EventStore } from '../kernel/ports/eventStore.js'
import type { Position } from '../kernel/position.js'

/** Milliseconds before the subscription is retried after the store has failed. */
const RETRY_MS = 1_000

export type Listener = (event: Recorded) => void

/** Feed of new events for subscriptions, from now on. */
export interface Feed {
  /**
   * Calls `onEvent` with every event of the feed's types from now on, in order. `onEvent` must not throw, and must
   * not block the other listeners. Once the promise resolves, no event is missed.
   * @returns a function that stops listening
   */
  listen(onEvent: Listener): Promise<() => void>
  /** Removes all listeners. */
  close(): void
}

interface FeedDependencies {
  readonly store: Pick<EventStore, 'head' | 'subscribe'>
  readonly types: Iterable<string>
  readonly log: Log
}

interface Subscription {
  readonly controller: AbortController
  readonly started: Promise<void>
}

/** Subscribes to the log only while there are listeners, once for all of them. */
export function createFeed({ store, types, log }: FeedDependencies): Feed {
  const wanted = new Set(types)
  const listeners = new Set<Listener>()
  let subscription: Subscription | undefined

  function start(): Subscription {
    const controller = new AbortController()
    const started = store.head().then((head) => void follow(head, controller.signal))
    return { controller, started }
  }

  async function follow(head: Position, signal: AbortSignal): Promise<void> {
    for (let after = head; !signal.aborted; ) {
      try {
        for await (const { events, position } of store.subscribe({ after, types: wanted, signal })) {
          if (signal.aborted) return
          for (const event of events) for (const onEvent of [...listeners]) onEvent(event)
          after = position
        }
      } catch (error) {
        if (signal.aborted) return
        log.warn({ error }, 'the subscription to the log failed; retrying')
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
  }

  function removeListener(onEvent: Listener): void {
    if (!listeners.delete(onEvent) || listeners.size > 0) return
    subscription?.controller.abort()
    subscription = undefined
  }

  return {
    async listen(hear) {
      // Its own, because the same function may listen again before the one before has stopped.
      const onEvent: Listener = (event) => hear(event)
      listeners.add(onEvent)
      subscription ??= start()
      try {
        await subscription.started
      } catch (error) {
        removeListener(onEvent)
        throw error
      }
      return () => removeListener(onEvent)
    },
    close() {
      for (const onEvent of [...listeners]) removeListener(onEvent)
    },
  }
}
