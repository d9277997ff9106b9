import { openKurrentdbEventStore } from '../../adapters/eventstore/kurrentdb/open.js'
import { toNumber } from '../../adapters/eventstore/lmdb/position.js'
import { StoreUrlError } from '../../adapters/storeUrlError.js'
import type { Recorded } from '../../kernel/envelope.js'
import type { Log } from '../../kernel/log.js'
import { ConcurrencyConflict } from '../../kernel/ports/eventStore.js'
import { type Position, START } from '../../kernel/position.js'
import type { Resources } from '../../kernel/resources.js'
import type { LogTarget } from './logTarget.js'
import type { Source } from './source.js'

/** Of one append, at most: however many bytes a character has, a server takes that. An event alone may be larger. */
const MAX_CHARACTERS = 256 * 1024
const MAX_EVENTS = 1_000

/**
 * Appends the old log's events, in its order. One append waits for the one before: if two were under way, the second
 * could come first, and an order that is wrong stays wrong for ever.
 */
export async function openKurrentdbTarget(
  options: { readonly url: string; readonly log: Log },
  { events: old, path }: Source,
  closing: Resources,
): Promise<LogTarget> {
  const store = await openKurrentdbEventStore(options)
  closing.add(() => store.close())
  const other = () =>
    new StoreUrlError(`KURRENTDB_URL: its log holds events that are not of ${path}: name an empty one`)

  /** Where the old log has the newest event that is here. */
  async function reached(): Promise<Position> {
    const last = await store.last()
    if (!last) return START
    for await (const { id, position } of old.readStream(last.stream, { from: last.revision, limit: 1 })) {
      if (id === last.id) return position
    }
    throw other()
  }

  return {
    place: 'KurrentDB',
    stays: false,
    isEmpty: async () => (await store.head()) === START,
    async fill(tell) {
      const total = toNumber(await old.head())
      try {
        for await (const events of runsOf(old.readAll({ after: await reached() }))) {
          await store.bring(events)
          tell('log', toNumber(events.at(-1)!.position), total)
        }
      } catch (error) {
        throw error instanceof ConcurrencyConflict ? other() : error
      }
      return store
    },
    // Nobody embedded ever opens it.
    settle: () => {},
  }
}

/** Events that follow each other in one stream, as many as an append takes. */
async function* runsOf(events: AsyncIterable<Recorded>): AsyncGenerator<readonly Recorded[], void> {
  let run: Recorded[] = []
  let characters = 0
  for await (const event of events) {
    const more = JSON.stringify(event.data).length + JSON.stringify(event.meta).length
    const fits = run.length < MAX_EVENTS && characters + more <= MAX_CHARACTERS && run[0]?.stream === event.stream
    if (run.length > 0 && !fits) {
      yield run
      run = []
      characters = 0
    }
    run.push(event)
    characters += more
  }
  if (run.length > 0) yield run
}
