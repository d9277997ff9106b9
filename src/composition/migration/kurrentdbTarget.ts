// Copies the log to KurrentDB during a migration.
import { toNumber } from '../../adapters/eventstore/lmdb/position.js'
import { StoreUrlError } from '../../adapters/storeUrlError.js'
import type { Recorded } from '../../kernel/envelope.js'
import { ConcurrencyConflict } from '../../kernel/ports/eventStore.js'
import { type Position, START } from '../../kernel/position.js'
import type { Resources } from '../../kernel/resources.js'
import { type KurrentdbLogOptions, openKurrentdbLog } from '../kurrentdbLog.js'
import type { LogTarget } from './logTarget.js'
import type { MigrationSource } from './source.js'

/** Maximum size of one append: small enough for a server however many bytes a character takes. A single event may be larger. */
const MAX_CHARACTERS = 256 * 1024
const MAX_EVENTS = 1_000

/**
 * Appends the old log's events in order. Appends are sequential: of two concurrent appends the second could arrive first,
 * and a wrong order could never be corrected.
 */
export async function openKurrentdbTarget(
  options: KurrentdbLogOptions,
  { events: old, path }: MigrationSource,
  closing: Resources,
): Promise<LogTarget> {
  const store = await openKurrentdbLog(options)
  closing.add(() => store.close())
  const notOurs = () =>
    new StoreUrlError(
      `KURRENTDB_URL: its log contains events that are not from ${path}; use an empty KurrentDB, or another KURRENTDB_STREAM_PREFIX`,
    )

  /** Position, in the old log, of the newest event that has been copied. */
  async function lastCopied(): Promise<Position> {
    const last = await store.last()
    if (!last) return START
    for await (const { id, position } of old.readStream(last.stream, { from: last.revision, limit: 1 })) {
      if (id === last.id) return position
    }
    throw notOurs()
  }

  return {
    place: 'KurrentDB',
    stays: false,
    isEmpty: async () => (await store.head()) === START,
    async fill(report) {
      const total = toNumber(await old.head())
      try {
        for await (const events of runsOf(old.readAll({ after: await lastCopied() }))) {
          await store.importEvents(events)
          report('log', toNumber(events.at(-1)!.position), total)
        }
      } catch (error) {
        throw error instanceof ConcurrencyConflict ? notOurs() : error
      }
      return store
    },
    // An embedded service never opens a KurrentDB.
    settle: () => {},
  }
}

/** Groups consecutive events of one stream, up to the maximum size of an append. */
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
