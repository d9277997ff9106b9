import type { NewEvent, Recorded } from '../kernel/envelope.js'
import type { EventStore } from '../kernel/ports/eventStore.js'

/** Makes of an event of an old shape one of the next: pure, and without looking at anything but the event's data. */
export interface Upcaster {
  readonly type: string
  /** The version that it takes, as `meta.schema` has it, from 1; it gives the one that follows. */
  readonly from: number
  /** @param data as the schema of `from` says. @returns as the schema of the next version says */
  upcast(data: never): unknown
}

/**
 * A log in the present shape of its events, whatever shape they were written in: what is read is raised to it, one
 * version at a time, and what is appended says that it has it. Types without an upcaster are in their first version,
 * and pass as they are.
 * @throws Error when there is a gap between versions, or two ways across one
 */
export function withUpcasters(store: EventStore, upcasters: readonly Upcaster[]): EventStore {
  if (upcasters.length === 0) return store
  const steps = stepsOf(upcasters)

  function raised(event: Recorded): Recorded {
    const ways = steps.get(event.type)
    if (!ways) return event
    const version = Number(event.meta.schema)
    const present = ways.length + 1
    if (version === present) return event
    if (!Number.isInteger(version) || version < 1 || version > present) {
      throw new Error(
        `${event.type} at ${event.position} has version ${event.meta.schema}; this program knows 1 to ${present}`,
      )
    }
    let data: unknown = event.data
    for (const upcast of ways.slice(version - 1)) data = upcast(data as never)
    return { ...event, data, meta: { ...event.meta, schema: String(present) } }
  }

  /** A slice or page that needs nothing stays the object that it is. */
  const allRaised = (events: readonly Recorded[]): readonly Recorded[] =>
    events.some(({ type }) => steps.has(type)) ? events.map(raised) : events

  const dressed = (event: NewEvent): NewEvent => {
    const ways = steps.get(event.type)
    return ways ? { ...event, meta: { ...event.meta, schema: String(ways.length + 1) } } : event
  }

  return {
    ...store,
    append: (stream, events, options) => store.append(stream, events.map(dressed), options),
    readStream: (stream, options) => mapped(store.readStream(stream, options), raised),
    readAll: (options) => mapped(store.readAll(options), raised),
    async *subscribe(options) {
      for await (const slice of store.subscribe(options)) yield { ...slice, events: allRaised(slice.events) }
    },
  }
}

/** Of each type, the way from version 1 to 2, from 2 to 3 and so on. */
function stepsOf(upcasters: readonly Upcaster[]): ReadonlyMap<string, readonly Upcaster['upcast'][]> {
  const steps = new Map<string, Upcaster['upcast'][]>()
  for (const { type, from, upcast } of [...upcasters].sort((a, b) => a.from - b.from)) {
    const ways = steps.get(type) ?? []
    if (from !== ways.length + 1)
      throw new Error(`${type}: an upcaster from version ${ways.length + 1} is due, not from ${from}`)
    steps.set(type, [...ways, upcast])
  }
  return steps
}

/** A generator would do, at the price of two more promises an event. */
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
