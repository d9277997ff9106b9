import type { Recorded } from '../../../src/kernel/envelope.js'
import { ConcurrencyConflict, type EventStore } from '../../../src/kernel/ports/eventStore.js'
import { type Position, START } from '../../../src/kernel/position.js'

/**
 * A separate log within a server that has an earlier one: it starts where that one ended, and its streams have a
 * prefix. Nobody else may write meanwhile, so that the head is ours.
 */
export function isolated(store: EventStore, { prefix, base }: { prefix: string; base: Position }): EventStore {
  const inner = (position: Position) => (position === START ? base : position)
  const outer = (position: Position) => (position <= base ? START : position)
  const isOurs = ({ stream }: Recorded) => stream.startsWith(prefix)
  const ours = (event: Recorded): Recorded => ({ ...event, stream: event.stream.slice(prefix.length) })

  async function* mapped(events: AsyncIterable<Recorded>) {
    for await (const event of events) if (isOurs(event)) yield ours(event)
  }

  return {
    ...store,
    append: (stream, events, options) =>
      store.append(prefix + stream, events, options).catch((error) => {
        if (!(error instanceof ConcurrencyConflict)) throw error
        throw new ConcurrencyConflict(stream, error.expected, error.actual)
      }),
    exist: (streams) => store.exist(streams.map((stream) => prefix + stream)),
    readStream: (stream, options) => mapped(store.readStream(prefix + stream, options)),
    readAll: ({ after = START, ...options } = {}) => mapped(store.readAll({ ...options, after: inner(after) })),
    async *subscribe(options) {
      for await (const { events, position, caughtUp } of store.subscribe({ ...options, after: inner(options.after) })) {
        yield { events: events.filter(isOurs).map(ours), position: outer(position), caughtUp }
      }
    },
    head: async () => outer(await store.head()),
    positionAt: async (time, signal) => outer(await store.positionAt(time, signal)),
  }
}
