// Handles commands: load, decide, append, retry on a conflict.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../kernel/actor.js'
import { createKeyedMutex } from '../kernel/concurrency/keyedMutex.js'
import type { DomainEvent, Recorded } from '../kernel/envelope.js'
import { ConcurrencyConflict, type EventStore } from '../kernel/ports/eventStore.js'
import { type Position, START } from '../kernel/position.js'
import type { Entity } from './entity.js'
import { newEvents } from './newEvents.js'

/** A stream, folded into its state. */
interface Loaded<State> {
  readonly state: State
  /** Revision of the last event; undefined when the stream does not exist. */
  readonly revision: bigint | undefined
  readonly position: Position
}

/** Outcome of a command. */
interface Handled<State, E extends DomainEvent> {
  /** The decided events; empty when there was nothing to do. */
  readonly events: readonly E[]
  /** Position of the stream's last event, whether or not this command wrote it; wait for it to read your own write. */
  readonly position: Position
  /** State on which the decision was made. */
  readonly state: State
}

export type Load = <State, E extends DomainEvent>(entity: Entity<State, E>) => Promise<Loaded<State>>

/**
 * Handles a command: loads the entity, decides, and appends the events at the loaded revision; starts over after a
 * conflict.
 */
export type Handle = <State, E extends DomainEvent>(
  entity: Entity<State, E>,
  actor: Actor,
  decide: (state: State) => readonly E[],
) => Promise<Handled<State, E>>

/** Maximum attempts of a command after conflicts; far more than concurrent processes cause on one stream. */
const MAX_ATTEMPTS = 20
const MAX_JITTER_MS = 10

/** Folds a stream into its state. */
export const createLoad =
  (store: EventStore): Load =>
  (entity) =>
    fold(store, entity)

interface Folded<State, E extends DomainEvent> extends Loaded<State> {
  /** Events among those just read that this command wrote. */
  readonly own: readonly E[]
}

/** Continues from what is already folded, so that a retry on a long stream reads only new events. */
async function fold<State, E extends DomainEvent>(
  store: EventStore,
  entity: Entity<State, E>,
  commandId?: string,
  before: Loaded<State> = { state: entity.initial, revision: undefined, position: START },
): Promise<Folded<State, E>> {
  let { state, revision, position } = before
  const own: E[] = []
  for await (const event of store.readStream(entity.stream, { from: revision === undefined ? 0n : revision + 1n })) {
    state = entity.evolve(state, event as Recorded<E>)
    revision = event.revision
    position = event.position
    if (event.meta.commandId === commandId) own.push({ type: event.type, data: event.data } as E)
  }
  return { state, revision, position, own }
}

/**
 * Handles commands with optimistic concurrency: load, decide, append at the revision read, and retry on a conflict.
 * Retries of one process are serialised per stream by a keyed mutex, so that a hundred concurrent commands do not
 * exhaust their attempts on each other.
 */
export function createHandle(store: EventStore): Handle {
  const runExclusive = createKeyedMutex()

  return async <State, E extends DomainEvent>(
    entity: Entity<State, E>,
    actor: Actor,
    decide: (state: State) => readonly E[],
  ): Promise<Handled<State, E>> => {
    let folded: Folded<State, E> | undefined

    async function attempt(): Promise<Handled<State, E>> {
      folded = await fold(store, entity, actor.commandId, folded)
      const { state, revision, position, own } = folded
      // The command was repeated because its response was lost; it has already taken effect.
      if (own.length > 0) return { events: own, position, state }
      const events = decide(state)
      if (events.length === 0) return { events, position, state }
      const expected = revision ?? 'no_stream'
      const appended = await store.append(entity.stream, newEvents(entity.stream, events, actor, actor.key), {
        expected,
      })
      return { events, position: appended.position, state }
    }

    async function retry(): Promise<Handled<State, E>> {
      for (let number = 2; ; number++) {
        try {
          return await attempt()
        } catch (error) {
          if (!(error instanceof ConcurrencyConflict) || number === MAX_ATTEMPTS) throw error
          await sleep(Math.random() * Math.min(number, MAX_JITTER_MS))
        }
      }
    }

    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ConcurrencyConflict)) throw error
      return runExclusive(entity.stream, retry)
    }
  }
}
