// Follows the LMDB log.
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  DifferentLog,
  type KnownEvent,
  type Slice,
  type SubscribeOptions,
  UnreadableEvent,
} from '../../../kernel/ports/eventStore.js'
import type { Changes } from './changes.js'
import { toNumber, toPosition } from './position.js'
import type { Reader } from './reader.js'
import type { Ring } from './ring.js'

/** Maximum events per slice. */
const SLICE_EVENTS = 1_000

interface SubscribeDependencies {
  readonly reader: Reader
  readonly ring: Ring
  readonly changes: Changes
  /** @throws StoreUnavailable when the store is closed */
  readonly assertOpen: () => void
}

/** Follows the log: from memory while the subscriber keeps up, else from disk. Reads a slice only when one is requested. */
export async function* subscribe(
  { after, known, types, signal }: SubscribeOptions,
  { reader, ring, changes, assertOpen }: SubscribeDependencies,
): AsyncGenerator<Slice, void, void> {
  let at = toNumber(after)
  if (known && !(await hasEvent(reader, known))) throw new DifferentLog(known.position)
  const newest = ring.join(at, types)

  /** From disk. The head is read first, so that a concurrent append can only make `caughtUp` falsely false. */
  async function read(): Promise<Slice> {
    const head = reader.head()
    const { events, to, bytes } = await reader.pageAfter(at, types)
    at = to
    return { events, position: toPosition(at), caughtUp: at >= head, bytes }
  }

  /** From memory, without reading the file: appends of other processes are polled for while it waits. */
  function take(): Slice | undefined {
    const taken = newest.take(at, SLICE_EVENTS)
    if (!taken) return undefined
    at = taken.to
    return { events: taken.events, position: toPosition(at), caughtUp: newest.isLast(at), bytes: taken.bytes }
  }

  try {
    for (let first = true; !signal.aborted; first = false) {
      assertOpen()
      const before = at
      const slice = take() ?? (await read())
      if (at > before || first) {
        yield slice
        if (!signal.aborted) await nextTurn()
      }
      if (at === before || newest.isLast(at)) await changes.beyond(at, signal)
    }
  } finally {
    newest.leave()
  }
}

/** An event that cannot be read is no evidence. */
async function hasEvent(reader: Reader, { position, id }: KnownEvent): Promise<boolean> {
  try {
    return (await reader.eventAt(toNumber(position)))?.id === id
  } catch (error) {
    if (error instanceof UnreadableEvent) return true
    throw error
  }
}
