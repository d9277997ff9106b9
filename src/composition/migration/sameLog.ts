import type { Recorded } from '../../kernel/envelope.js'
import type { EventStore, ReadAllOptions } from '../../kernel/ports/eventStore.js'
import { type Position, START } from '../../kernel/position.js'

/** The new log is not what the old one is; the message says where. */
export class LogsDiffer extends Error {
  override readonly name = 'LogsDiffer'
}

/**
 * The events of the old log at the places that they have in the new one: both are read at once, and compared in
 * everything but their places. To be read in order, from the beginning.
 */
export function createSameLog(old: EventStore, fresh: EventStore) {
  /** The same event, in both. */
  let last: Record<'old' | 'fresh', Position> = { old: START, fresh: START }
  let count = 0
  const places = new Map<Position, Position>()

  async function* readAll({ after = START, limit = Infinity }: ReadAllOptions = {}): AsyncGenerator<Recorded, void> {
    if (after !== last.fresh) throw new RangeError('two logs are compared from the beginning on, once')
    const originals = old.readAll({ after: last.old, limit })[Symbol.asyncIterator]()
    for await (const event of fresh.readAll({ after, limit })) {
      const original = await originals.next()
      if (original.done) throw new LogsDiffer(`the new log has more than the ${count} events of the old one`)
      const { position } = original.value
      const same = { ...original.value, position: event.position }
      count++
      if (textOf(same) !== textOf(event)) throw new LogsDiffer(`event ${count} is not the same in both logs`)
      last = { old: position, fresh: event.position }
      if (places.has(position)) places.set(position, event.position)
      yield same
    }
  }

  return {
    /** @throws LogsDiffer when the old log goes on where the new one has ended */
    async end(): Promise<void> {
      if ((await old.head()) !== last.old) throw new LogsDiffer(`the new log ends after ${count} events`)
    },
    /** For whoever folds a log. */
    store: { ...fresh, readAll } as EventStore,
    /** Has the place in the new log found out of an event of the old one. */
    find: (position: Position): unknown => places.set(position, START),
    /** Undefined of what is not there. */
    found: (position: Position): Position | undefined => {
      const place = places.get(position)
      return place === START ? undefined : place
    },
    count: (): number => count,
  }
}

const textOf = ({ id, type, stream, revision, recordedAt, data, meta }: Recorded): string =>
  JSON.stringify([id, type, stream, `${revision}`, recordedAt, data, meta])
