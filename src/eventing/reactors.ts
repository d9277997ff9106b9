import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Document, DocumentStore } from '../kernel/ports/documentStore.js'
import type { EventStore, Slice } from '../kernel/ports/eventStore.js'
import { type Position, START } from '../kernel/position.js'
import { type LeaderElection, soleLeader } from './leases.js'
import type { Reactor } from './reactor.js'

/** A checkpoint that only passed events of no interest is written this often. */
const LAZY_MS = 1_000
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5_000

export interface ReactorStatus {
  readonly reactor: string
  readonly state: 'running' | 'failing'
  /** All of its events up to here are done. */
  readonly position: Position
  /** Milliseconds for which the oldest event that it has not done has been in the log; 0 when it has done all. */
  readonly lagMs: number
  /** Why it fails. */
  readonly error?: { readonly message: string }
}

export interface ReactorsDependencies {
  readonly store: EventStore
  readonly documents: DocumentStore
  readonly reactors: readonly Reactor[]
  readonly clock: Clock
  readonly log: Log
  /** Which of several processes runs a reactor; there is one alone unless told otherwise. */
  readonly lead?: LeaderElection
}

interface Follower {
  readonly reactor: Reactor
  position: Position
  /** What the document store says. */
  stored: Position | undefined
  storedAt: number
  /** It is run here. */
  running: boolean
  error?: Error
}

/**
 * Runs reactors over the log, each by itself: one that fails backs off and tries the same events again, for ever, and
 * the others do not wait for it.
 */
export function createReactors({ store, documents, reactors, clock, log, lead = soleLeader }: ReactorsDependencies) {
  const checkpoints = documents.collection<Document>({ name: 'reactor_checkpoints' })
  const stopping = new AbortController()
  const followers: Follower[] = reactors.map((reactor) => ({
    reactor,
    position: START,
    stored: undefined,
    storedAt: 0,
    running: false,
  }))
  let running: Promise<void>[] = []

  async function load(follower: Follower): Promise<void> {
    follower.stored = (await checkpoints.get(follower.reactor.name))?.position
    const { stored = START } = follower
    // Where the log was set back to an older copy, they begin anew, like read models.
    follower.position = stored > (await store.head()) ? START : stored
  }

  /** Answers whether the checkpoint was still where this process left it; if not, goes on from where it is. */
  async function save(follower: Follower): Promise<boolean> {
    const { reactor, position, stored } = follower
    if (position === (stored ?? START)) return true
    const expected = stored === undefined ? {} : { expected: stored }
    const conflicts = await checkpoints.write([{ id: reactor.name, position, document: {}, ...expected }])
    follower.storedAt = clock.now()
    if (conflicts.length === 0) follower.stored = position
    else await load(follower)
    return conflicts.length === 0
  }

  async function take(follower: Follower, { events, position }: Slice): Promise<boolean> {
    const acted = events.length > 0 && (await follower.reactor.react(events))
    follower.position = position
    return acted || clock.now() - follower.storedAt >= LAZY_MS ? save(follower) : true
  }

  async function run(follower: Follower, signal: AbortSignal): Promise<void> {
    const { name, types } = follower.reactor
    follower.running = true
    for (let failures = 0, loaded = false; !signal.aborted; ) {
      try {
        // Somebody else may have run it before.
        if (!loaded) await load(follower)
        loaded = true
        // What could not be written when it was due.
        await save(follower)
        for await (const slice of store.subscribe({ after: follower.position, types, signal })) {
          const undisturbed = await take(follower, slice)
          failures = 0
          delete follower.error
          if (!undisturbed) break
        }
      } catch (error) {
        if (signal.aborted) break
        follower.error = error instanceof Error ? error : new Error(String(error))
        const wait = Math.min(FIRST_RETRY_MS * 2 ** failures++, LAST_RETRY_MS)
        log.error({ reactor: name, position: follower.position, error, retryInMs: wait }, 'a reactor fails')
        await sleep(wait, undefined, { signal, ref: false }).catch(() => {})
      }
    }
    await save(follower).catch((error: unknown) => log.warn({ reactor: name, error }, 'a checkpoint was not written'))
    follower.running = false
    delete follower.error
  }

  async function statusOf(follower: Follower): Promise<ReactorStatus> {
    if (!follower.running) await load(follower)
    const { reactor, position, error } = follower
    let lagMs = 0
    for await (const next of store.readAll({ after: position, types: reactor.types, limit: 1 })) {
      lagMs = Math.max(1, clock.now() - Date.parse(next.recordedAt))
    }
    const state = error ? 'failing' : 'running'
    return { reactor: reactor.name, state, position, lagMs, ...(error && { error: { message: error.message } }) }
  }

  return {
    /** @throws StoreUnavailable when it cannot be told where they stand */
    async start(): Promise<void> {
      await Promise.all(followers.map(load))
      running = followers.map((follower) =>
        lead(`reactor ${follower.reactor.name}`, stopping.signal, (signal) => run(follower, signal)),
      )
    },
    status: (): Promise<ReactorStatus[]> => Promise.all(followers.map(statusOf)),
    /** Lets each end what it has begun. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
