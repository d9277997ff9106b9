// Compares the log after a migration with the old one.
import type { Recorded } from '../../kernel/envelope.js'
import type { EventStore, Slice, SubscribeOptions } from '../../kernel/ports/eventStore.js'
import { type Position, START } from '../../kernel/position.js'

/** The new log differs from the old one; the message says where. */
export class LogMismatch extends Error {
  override readonly name = 'LogMismatch'
}

/**
 * The events of the old log, with their positions in the new one. Both logs are read in parallel and compared in everything
 * but positions. Can be read once, from the start.
 */
export function createSameLog(old: EventStore, fresh: EventStore) {
  /** Positions of the last compared event in both logs. */
  let last: Record<'old' | 'fresh', Position> = { old: START, fresh: START }
  let count = 0
  const positions = new Map<Position, Position>()

  /** @throws LogMismatch if the old log does not have the same event next */
  function compare(event: Recorded, original: IteratorResult<Recorded, void>): Recorded {
    if (original.done) throw new LogMismatch(`the new log has more events than the old one, which has ${count}`)
    const { position } = original.value
    const same = { ...original.value, position: event.position }
    count++
    if (textOf(same) !== textOf(event)) throw new LogMismatch(`event ${count} differs between the two logs`)
    last = { old: position, fresh: event.position }
    if (positions.has(position)) positions.set(position, event.position)
    return same
  }

  async function* subscribe({ after, signal }: SubscribeOptions): AsyncGenerator<Slice, void, void> {
    if (after !== last.fresh) throw new RangeError('the logs can be compared only once, from the start')
    const originals = old.readAll({ after: last.old })[Symbol.asyncIterator]()
    try {
      for await (const slice of fresh.subscribe({ after, signal })) {
        const events: Recorded[] = []
        for (const event of slice.events) events.push(compare(event, await originals.next()))
        yield { ...slice, events }
      }
    } finally {
      await originals.return?.()
    }
  }

  return {
    /** @throws LogMismatch if the old log has more events than the new one */
    async end(): Promise<void> {
      if ((await old.head()) !== last.old) throw new LogMismatch(`the new log ends after ${count} events`)
    },
    /** The new log as an event store, for folding. */
    store: { ...fresh, subscribe } as EventStore,
    /** Requests the position in the new log of an event of the old one. */
    find: (position: Position): unknown => positions.set(position, START),
    /** The requested position in the new log; undefined if no event had the old position. */
    found: (position: Position): Position | undefined => {
      const found = positions.get(position)
      return found === START ? undefined : found
    },
    count: (): number => count,
  }
}

const textOf = ({ id, type, stream, revision, recordedAt, data, meta }: Recorded): string =>
  JSON.stringify([id, type, stream, `${revision}`, recordedAt, data, meta])
