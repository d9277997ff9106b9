// Sets aside events that cannot be read, by an operator's command: every reader of the log passes over them.
import type { Actor } from '../kernel/actor.js'
import type { DomainEvent, Recorded } from '../kernel/envelope.js'
import { Failure } from '../kernel/failure.js'
import type { Log } from '../kernel/log.js'
import { type EventStore, type Unreadable, UnreadableEvent } from '../kernel/ports/eventStore.js'
import type { Position } from '../kernel/position.js'
import { streamName } from '../kernel/stream.js'
import type { Entity } from './entity.js'
import type { Handle } from './handle.js'

/** Stream `log-set-aside`. The actor and the time are in the envelope. */
export type EventSetAside = DomainEvent<'EventSetAside', Unreadable & { readonly reason: string }>

/** An event that was set aside. */
interface SetAside extends Unreadable {
  readonly reason: string
  readonly actor: string
  readonly at: string
}

const STREAM = streamName('log', 'set-aside')

const setAside: Entity<ReadonlyMap<Position, Unreadable>, EventSetAside> = {
  stream: STREAM,
  initial: new Map(),
  evolve: (before, { data }) => new Map([...before, [data.position, data]]),
}

/** The events that are set aside, in the order of the commands. They have a stream of their own, which is read first. */
export async function listSetAside(store: Pick<EventStore, 'readStream'>): Promise<SetAside[]> {
  const found: SetAside[] = []
  for await (const { data, meta, recordedAt } of store.readStream(STREAM) as AsyncIterable<Recorded<EventSetAside>>)
    found.push({ ...data, actor: meta.actor, at: recordedAt })
  return found
}

/**
 * Lets readers of an event store pass over what is set aside: now, and what another process sets aside later, once a read has
 * met it. That read fails; its consumers repeat it.
 */
export async function withSetAside(store: EventStore, log: Log): Promise<EventStore> {
  async function learn(): Promise<void> {
    try {
      for (const { position } of await listSetAside(store)) store.passOver(position)
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error
      log.error({ error }, `a record of ${STREAM} cannot be read: set the event that it named aside again`)
      store.passOver(error.event.position)
      await learn()
    }
  }

  async function failed(error: unknown): Promise<never> {
    if (error instanceof UnreadableEvent) await learn()
    throw error
  }

  await learn()
  return {
    ...store,
    append: (...request) => store.append(...request).catch(failed),
    exist: (streams) => store.exist(streams).catch(failed),
    readStream: (stream, options) => watched(store.readStream(stream, options), failed),
    readAll: (options) => watched(store.readAll(options), failed),
    subscribe: (options) => watched(store.subscribe(options), failed),
    positionAt: (time, waiting) => store.positionAt(time, waiting).catch(failed),
  }
}

/** Not a generator, which would cost more promises per item. */
function watched<T>(items: AsyncIterable<T>, failed: (error: unknown) => Promise<never>): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = items[Symbol.asyncIterator]()
      return {
        next: () => iterator.next().catch(failed),
        return: () => iterator.return?.() ?? Promise.resolve({ done: true, value: undefined }),
      }
    },
  }
}

type SetAsideOutcome = Unreadable & { readonly outcome: 'set_aside' | 'already_set_aside' }

/**
 * Operator command: sets an event aside that cannot be read. Two commands for the same event record it once.
 * @throws Failure VALIDATION_ERROR for an event that can be read; NOT_FOUND where no event is
 */
export const createSetAside =
  ({ store, handle }: { readonly store: EventStore; readonly handle: Handle }) =>
  async (position: Position, reason: string, actor: Actor): Promise<SetAsideOutcome> => {
    const unreadable = await unreadableAt(store, position)
    const { events } = await handle(setAside, actor, (known) =>
      known.has(position) ? [] : [{ type: 'EventSetAside', data: { ...unreadable, reason } }],
    )
    store.passOver(position)
    return { outcome: events.length > 0 ? 'set_aside' : 'already_set_aside', ...unreadable }
  }

async function unreadableAt(store: EventStore, position: Position): Promise<Unreadable> {
  try {
    const event = await store.eventAt(position)
    if (!event) {
      throw new Failure(
        'NOT_FOUND',
        `The log has no event at ${position}; /health/ready names the one that cannot be read.`,
      )
    }
    const { type, stream } = event
    throw new Failure(
      'VALIDATION_ERROR',
      `The event at ${position} can be read (type ${type}, stream ${stream}); only an event that cannot be read is set aside.`,
    )
  } catch (error) {
    if (error instanceof UnreadableEvent && error.event.position === position) return error.event
    throw error
  }
}
