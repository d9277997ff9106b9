// Reads events of old schema versions in the current one, and refuses those of a newer program.
import type { NewEvent, Recorded } from '../kernel/envelope.js'
import { type EventStore, UnknownEvent } from '../kernel/ports/eventStore.js'

/** Converts event data from one schema version to the next; pure, and based on the event's data alone. */
export interface Upcaster {
  readonly type: string
  /** Input version, as in `meta.schema`, from 1; the output has the next version. */
  readonly from: number
  /** @param data valid in version `from`. @returns data valid in the next version */
  upcast(data: never): unknown
}

/** The event types that a program knows. */
export interface EventTypes {
  readonly known: Iterable<string>
  /** Of them, those that a program which does not know them may pass over. */
  readonly ignorable: ReadonlySet<string>
}

/** Value of `meta.ignorable` of such events. */
const IGNORABLE = 'true'

/**
 * Wraps an event store so that all events have their current schema version: events that are read are upcast, one
 * version at a time, and appended events are marked with the current version. Types without an upcaster are in version
 * 1 and pass unchanged. Reads reject with {@link UnknownEvent} at an event of a newer program.
 * @param types by default, events of types without upcasters are not checked
 * @throws Error when a version has no upcaster, or more than one
 */
export function withUpcasters(store: EventStore, upcasters: readonly Upcaster[], types?: EventTypes): EventStore {
  if (upcasters.length === 0 && !types) return store
  const chains = chainsOf(upcasters)
  const versions = versionsOf(chains, types?.known ?? [])
  const texts = new Map([...versions].map(([type, version]) => [type, String(version)]))

  const isCurrent = ({ type, meta }: Recorded): boolean => texts.get(type) === meta.schema

  function upcasted(event: Recorded): Recorded {
    if (isCurrent(event)) return event
    const { type, meta, position } = event
    const current = versions.get(type)
    const version = Number(meta.schema)
    if (current === undefined) {
      if (!types || meta.ignorable === IGNORABLE) return event
      throw new UnknownEvent(position, type, meta.schema)
    }
    if (!Number.isInteger(version) || version < 1 || version > current)
      throw new UnknownEvent(position, type, meta.schema, current)
    let data: unknown = event.data
    for (const upcast of chains.get(type)!.slice(version - 1)) data = upcast(data as never)
    return { ...event, data, meta: { ...meta, schema: String(current) } }
  }

  /** Returns the same array when every event is in its current version. */
  const allUpcasted = (events: readonly Recorded[]): readonly Recorded[] =>
    events.every(isCurrent) ? events : sameOr(events, events.map(upcasted))

  function marked(event: NewEvent): NewEvent {
    const schema = texts.get(event.type)
    const isIgnorable = types?.ignorable.has(event.type) ?? false
    if ((schema === undefined || schema === event.meta.schema) && !isIgnorable) return event
    const meta = { ...event.meta, schema: schema ?? event.meta.schema }
    return { ...event, meta: isIgnorable ? { ...meta, ignorable: IGNORABLE } : meta }
  }

  return {
    ...store,
    append: (stream, events, options) => store.append(stream, events.map(marked), options),
    readStream: (stream, options) => mapped(store.readStream(stream, options), upcasted),
    readAll: (options) => mapped(store.readAll(options), upcasted),
    async *subscribe(options) {
      for await (const slice of store.subscribe(options)) yield { ...slice, events: allUpcasted(slice.events) }
    },
  }
}

const sameOr = <T>(before: readonly T[], after: readonly T[]): readonly T[] =>
  after.every((item, index) => item === before[index]) ? before : after

/** The current schema version of each type. */
export const currentVersions = (upcasters: readonly Upcaster[], types: Iterable<string>): ReadonlyMap<string, number> =>
  versionsOf(chainsOf(upcasters), types)

function versionsOf(
  chains: ReadonlyMap<string, readonly unknown[]>,
  types: Iterable<string>,
): ReadonlyMap<string, number> {
  return new Map([...new Set([...types, ...chains.keys()])].map((type) => [type, (chains.get(type)?.length ?? 0) + 1]))
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
