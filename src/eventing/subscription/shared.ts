import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Recorded } from '../../kernel/envelope.js'
import type { EventStore, KnownEvent, Slice, SubscribeOptions } from '../../kernel/ports/eventStore.js'
import type { Position } from '../../kernel/position.js'
import { createFollower, type Follower, type FollowerReader } from './follower.js'

/**
 * Lets all subscribers of a process share one subscription to a log across the network, so that each event is fetched and
 * decoded once. A log on disk with its own memory of new events needs no such wrapper. A subscriber that starts, or that is
 * too far behind the fastest one, first catches up by a subscription of its own. A shared slice contains what has arrived
 * since the subscriber took the one before.
 */
export function withSharedSubscription(store: EventStore): EventStore {
  let follower: Follower | undefined

  /** Joins the shared subscription where it is now; starts it at `at` if there is none. */
  function join(at: Position, types: ReadonlySet<string> | undefined, known: KnownEvent | undefined): FollowerReader {
    if (!follower?.isRunning()) follower = createFollower(store, at, known)
    return follower.join(types)
  }

  async function* subscribe({
    after,
    types,
    signal,
    known: knownBefore,
  }: SubscribeOptions): AsyncGenerator<Slice, void, void> {
    let at = after
    let known = knownBefore
    let reader: FollowerReader | undefined
    const leave = () => reader?.leave()
    /** Whether the shared subscription has everything after `at`. */
    const isCovered = (joined: FollowerReader) => !joined.isEvicted() && joined.from <= at
    signal.addEventListener('abort', leave)
    try {
      while (!signal.aborted) {
        if (reader && isCovered(reader)) {
          const slice = sliceAfter(reader.take(), at)
          if (!slice) {
            await reader.wait()
            continue
          }
          at = slice.position
          known = slice.events.at(-1) ?? known
          yield slice
          if (reader.hasMore()) await nextTurn()
          continue
        }
        if (reader?.isEvicted()) {
          reader.leave()
          reader = undefined
        }
        for await (const slice of store.subscribe({ after: at, known, signal, ...(types && { types }) })) {
          at = slice.position
          known = slice.events.at(-1) ?? known
          // It joins before the slice is processed, so that it need not read again what arrives meanwhile.
          if (slice.caughtUp && follower?.isRunning()) reader ??= join(at, types, known)
          yield slice
          if (signal.aborted || slice.caughtUp || (reader && isCovered(reader))) break
        }
        if (!signal.aborted) reader ??= join(at, types, known)
      }
    } finally {
      signal.removeEventListener('abort', leave)
      leave()
    }
  }

  return { ...store, subscribe }
}

/** The part of a slice after a position; undefined if there is none. */
function sliceAfter(slice: Slice | undefined, position: Position): Slice | undefined {
  if (!slice || slice.position <= position) return undefined
  const [first] = slice.events as readonly (Recorded | undefined)[]
  if (!first || first.position > position) return slice
  return { ...slice, events: slice.events.filter((event) => event.position > position) }
}
