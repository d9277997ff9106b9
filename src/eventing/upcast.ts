// Reads events of old schema versions in the current one.
import type { NewEvent, Recorded } from '../kernel/envelope.js'
import type { EventStore } from '../kernel/ports/eventStore.js'

/** Converts event data from one schema version to the next; pure, and based on the event's data alone. */
export interface Upcaster {
  readonly type: string
  /** Input version, as in `meta.schema`, from 1; the output has the next version. */
  readonly from: number
  /** @param data valid in version `from`. @returns data valid in the next version */
  upcast(data: never): unknown
}

/**
 * Wraps an event store so that all events have their current schema version: events that are read are upcast, one
 * version at a time, and appended events are marked with the current version. Types without an upcaster are in version
 * 1 and pass unchanged.
 * @throws Error when a version has no upcaster, or more than one
 */
export function withUpcasters(store: EventStore, upcasters: readonly Upcaster[]): EventStore {
  if (upcasters.length === 0) return store
  const chains = chainsOf(upcasters)

  function upcasted(event: Recorded): Recorded {
    const chain = chains.get(event.type)
    if (!chain) return event
    const version = Number(event.meta.schema)
    const current = chain.length + 1
    if (version === current) return event
    if (!Number.isInteger(version) || version < 1 || version > current) {
      throw new Error(
        `${event.type} at ${event.position} has version ${event.meta.schema}; this program knows 1 to ${current}`,
      )
    }
    let data: unknown = event.data
    for (const upcast of chain.slice(version - 1)) data = upcast(data as never)
    return { ...event, data, meta: { ...event.meta, schema: String(current) } }
  }

  /** Returns the same array when no event has a type with upcasters. */
  const allUpcasted = (events: readonly Recorded[]): readonly Recorded[] =>
    events.some(({ type }) => chains.has(type)) ? events.map(upcasted) : events

  const withVersion = (event: NewEvent): NewEvent => {
    const chain = chains.get(event.type)
    return chain ? { ...event, meta: { ...event.meta, schema: String(chain.length + 1) } } : event
  }

  return {
    ...store,
    append: (stream, events, options) => store.append(stream, events.map(withVersion), options),
    readStream: (stream, options) => mapped(store.readStream(stream, options), upcasted),
    readAll: (options) => mapped(store.readAll(options), upcasted),
    async *subscribe(options) {
      for await (const slice of store.subscribe(options)) yield { ...slice, events: allUpcasted(slice.events) }
    },
  }
}

/** Upcasters by event type: from version 1 to 2, from 2 to 3 and so on. */
function chainsOf(upcasters: readonly Upcaster[]): ReadonlyMap<string, readonly Upcaster['upcast'][]> {
  const chains = new Map<string, Upcaster['upcast'][]>()
  for (const { type, from, upcast } of [...upcasters].sort((a, b) => a.from - b.from)) {
    const chain = chains.get(type) ?? []
    if (from !== chain.length + 1)
      throw new Error(`${type}: expected an upcaster from version ${chain.length + 1}, found one from version ${from}`)
    chains.set(type, [...chain, upcast])
  }
  return chains
}

/** Maps an async iterable. Not a generator, which would cost two more promises per event. */
function mapped(events: AsyncIterable<Recorded>, map: (event: Recorded) => Recorded): AsyncIterable<Recorded> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = events[Symbol.asyncIterator]()
      const next = async (): Promise<IteratorResult<Recorded>> => {
        const result = await iterator.next()
        return result.done ? result : { done: false, value: map(result.value) }
      }
      return {
        next,
        return: async () => {
          await iterator.return?.()
          return { done: true, value: undefined }
        },
      }
    },
  }
}
