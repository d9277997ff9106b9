// Runs reactors over the log, which act on events.
import { type Clock, stopwatch } from '../kernel/clock.js'
import { orIdle } from '../kernel/concurrency/orIdle.js'
import { pause } from '../kernel/concurrency/pause.js'
import { createSlicer } from '../kernel/concurrency/yielding.js'
import type { Log } from '../kernel/log.js'
import type { DocumentStore } from '../kernel/ports/documentStore.js'
import type { EventStore, KnownEvent, Slice } from '../kernel/ports/eventStore.js'
import type { Position } from '../kernel/position.js'
import { lagAfter } from './lag.js'
import { type LeaderElection, soleLeader } from './leases.js'
import { createPace } from './pace.js'
import type { Reactor } from './reactor.js'
import { createReactorCheckpoints, initialState, type ReactorState } from './reactors/checkpoints.js'

/** Minimum milliseconds between two writes of a checkpoint that only passed irrelevant events. */
const LAZY_SAVE_INTERVAL_MS = 1_000
const INITIAL_BACKOFF_MS = 100
const MAX_BACKOFF_MS = 5_000
/** Milliseconds of a reactor's work between two turns for requests. */
const SLICE_MS = 5

export interface ReactorStatus {
  readonly reactor: string
  readonly state: 'running' | 'failing'
  /** All of its events up to here have been processed. */
  readonly position: Position
  /** Age in milliseconds of the oldest event that it has not processed; 0 when it is up to date. */
  readonly lagMs: number
  /** Reason of the last failure. */
  readonly error?: { readonly message: string }
}

interface ReactorsDependencies {
  readonly store: EventStore
  /** The store of the checkpoints. */
  readonly documents: DocumentStore
  readonly reactors: readonly Reactor[]
  readonly clock: Clock
  readonly log: Log
  /** Elects the process that runs a reactor; by default this one is the only one. */
  readonly lead?: LeaderElection
}

const knownOf = ({ known: { position, id } }: ReactorState): KnownEvent | undefined =>
  id === undefined ? undefined : { position, id }

/** The slices of a subscription, and undefined whenever none has arrived for a second. */
async function* slicesOrIdle(
  subscribe: (signal: AbortSignal) => AsyncIterable<Slice>,
  signal: AbortSignal,
): AsyncGenerator<Slice | undefined, void> {
  const ending = new AbortController()
  const slices = subscribe(AbortSignal.any([signal, ending.signal]))[Symbol.asyncIterator]()
  try {
    yield* orIdle(slices, LAZY_SAVE_INTERVAL_MS)
  } finally {
    ending.abort()
    await slices.return?.()
  }
}

/**
 * Runs reactors over the log, independently of each other: one that fails retries the same events with back-off,
 * indefinitely, and the others do not wait for it.
 */
export function createReactors({ store, documents, reactors, clock, log, lead = soleLeader }: ReactorsDependencies) {
  const elapsed = stopwatch(clock)
  const { load, loadFor, passOthers, save } = createReactorCheckpoints({ store, documents, elapsed, log })
  const stopping = new AbortController()
  const entries = reactors.map(initialState)
  let running: Promise<void>[] = []

  const isSaveDue = ({ storedAt }: ReactorState) => elapsed() - storedAt >= LAZY_SAVE_INTERVAL_MS

  async function take(entry: ReactorState, { events, position }: Slice): Promise<boolean> {
    const acted = events.length > 0 && (await entry.reactor.react(events))
    entry.position = position
    const last = events.at(-1)
    if (last) entry.known = { position: last.position, id: last.id }
    if (acted) return save(entry)
    if (!isSaveDue(entry)) return true
    await passOthers(entry)
    return save(entry)
  }

  async function run(entry: ReactorState, signal: AbortSignal): Promise<void> {
    const { name, types } = entry.reactor
    entry.running = true
    for (let failures = 0, loaded = false; !signal.aborted; ) {
      try {
        // Another process may have run it before.
        if (!loaded) await loadFor(entry)
        loaded = true
        // Retries a save that failed.
        await save(entry)
        const pace = createPace()
        const yieldIfDue = createSlicer({ ms: SLICE_MS })
        const following = { after: entry.position, known: knownOf(entry), types }
        const slices = slicesOrIdle((until) => store.subscribe({ ...following, signal: until }), signal)
        for await (const slice of slices) {
          // When nothing follows, other processes would report for ever that it is late.
          const stillMine = slice ? await take(entry, slice) : !isSaveDue(entry) || (await save(entry))
          failures = 0
          delete entry.error
          if (!stillMine) break
          if (slice?.caughtUp) await pause(pace.after(slice.events.length), signal)
          else await yieldIfDue()
        }
      } catch (error) {
        if (signal.aborted) break
        entry.error = error instanceof Error ? error : new Error(String(error))
        const retryInMs = Math.min(INITIAL_BACKOFF_MS * 2 ** failures++, MAX_BACKOFF_MS)
        log.error({ reactor: name, position: entry.position, error, retryInMs }, 'a reactor failed; retrying')
        await pause(retryInMs, signal)
      }
    }
    await passOthers(entry).catch(() => {})
    await save(entry).catch((error: unknown) =>
      log.warn({ reactor: name, error }, 'the checkpoint of a reactor could not be saved'),
    )
    entry.running = false
    delete entry.error
  }

  async function statusOf(entry: ReactorState): Promise<ReactorStatus> {
    if (!entry.running) await load(entry)
    const { reactor, position, error } = entry
    const lagMs = await lagAfter(position, { store, clock }, reactor.types)
    const state = error ? 'failing' : 'running'
    return { reactor: reactor.name, state, position, lagMs, ...(error && { error: { message: error.message } }) }
  }

  return {
    /** Starts all reactors. @throws StoreUnavailable when their checkpoints cannot be read */
    async start(): Promise<void> {
      await Promise.all(entries.map(load))
      running = entries.map((entry) =>
        lead(`reactor ${entry.reactor.name}`, stopping.signal, (signal) => run(entry, signal)),
      )
    },
    status: (): Promise<ReactorStatus[]> => Promise.all(entries.map(statusOf)),
    /** Stops all reactors, after each has finished its current slice. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
