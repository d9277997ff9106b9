import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Slice, SubscribeOptions } from '../../../kernel/ports/eventStore.js'
import type { Changes } from './changes.js'
import { toNumber, toPosition } from './position.js'
import type { Reader } from './reader.js'
import type { Ring } from './ring.js'

/** At most this many events at a time. */
const SLICE_EVENTS = 1_000

/** Follows the log: from memory while it keeps up, else from disk; reads a slice when it is asked for one. */
export async function* subscribe(
  { after, types, signal }: SubscribeOptions,
  { reader, ring, changes }: { readonly reader: Reader; readonly ring: Ring; readonly changes: Changes },
): AsyncGenerator<Slice, void, void> {
  let at = toNumber(after)
  const newest = ring.join(at, types)

  try {
    for (let first = true; !signal.aborted; first = false) {
      // The head is looked at first: what is appended in between makes a slice say too little, never too much.
      const head = reader.head()
      const { events, to } = newest.take(at, SLICE_EVENTS) ?? reader.pageAfter(at, types)
      if (to === at && !first) {
        await changes.beyond(at, signal)
        continue
      }
      at = to
      yield { events, position: toPosition(at), caughtUp: at >= head }
      if (!signal.aborted) await nextTurn()
    }
  } finally {
    newest.leave()
  }
}
