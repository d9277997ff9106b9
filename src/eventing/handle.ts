import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../kernel/actor.js'
import { createKeyedMutex } from '../kernel/concurrency/keyedMutex.js'
import type { DomainEvent, Recorded } from '../kernel/envelope.js'
import { ConcurrencyConflict, type EventStore } from '../kernel/ports/eventStore.js'
import { type Position, START } from '../kernel/position.js'
import type { Entity } from './entity.js'
import { newEvents } from './newEvents.js'

export interface Loaded<State> {
  readonly state: State
  /** Of the last event; undefined when the stream does not exist. */
  readonly revision: bigint | undefined
  readonly position: Position
}

export interface Handled<State, E extends DomainEvent> {
  /** What was decided; empty when there was nothing to do. */
  readonly events: readonly E[]
  /** Of the last event of the stream, whether this command wrote it or not: follow it to read your own write. */
  readonly position: Position
  /** As it was when the decision was made. */
  readonly state: State
}

export type Load = <State, E extends DomainEvent>(entity: Entity<State, E>) => Promise<Loaded<State>>

export type Handle = <State, E extends DomainEvent>(
  entity: Entity<State, E>,
  actor: Actor,
  decide: (state: State) => readonly E[],
) => Promise<Handled<State, E>>

/** Conflicts in a row before a command gives up: far more than processes ever meet at one stream. */
const ATTEMPTS = 20

/** Folds a stream into its state. */
export const createLoad =
  (store: EventStore): Load =>
  (entity) =>
    fold(store, entity)

interface Folded<State, E extends DomainEvent> extends Loaded<State> {
  /** Events among those just read that the command wrote which asks. */
  readonly own: readonly E[]
}

/** Goes on from what is folded already: of a long stream that others write to, only what is new is read. */
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
 * Fold, decide, append at the revision read; begin again when somebody else was faster. Commands of one process that
 * begin again take turns at their stream: of a hundred at once none wears itself out on the others.
 */
export function createHandle(store: EventStore): Handle {
  const inTurn = createKeyedMutex()

  return async <State, E extends DomainEvent>(
    entity: Entity<State, E>,
    actor: Actor,
    decide: (state: State) => readonly E[],
  ): Promise<Handled<State, E>> => {
    let folded: Folded<State, E> | undefined

    async function attempt(): Promise<Handled<State, E>> {
      folded = await fold(store, entity, actor.commandId, folded)
      const { state, revision, position, own } = folded
      // The command comes again because its answer was lost: what it did, it has done.
      if (own.length > 0) return { events: own, position, state }
      const events = decide(state)
      if (events.length === 0) return { events, position, state }
      const expected = revision ?? 'no_stream'
      const appended = await store.append(entity.stream, newEvents(entity.stream, events, actor), { expected })
      return { events, position: appended.position, state }
    }

    async function beginAgain(): Promise<Handled<State, E>> {
      for (let made = 2; ; made++) {
        try {
          return await attempt()
        } catch (error) {
          if (!(error instanceof ConcurrencyConflict) || made === ATTEMPTS) throw error
          await sleep(Math.random() * Math.min(made, 10))
        }
      }
    }

    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ConcurrencyConflict)) throw error
      return inTurn(entity.stream, beginAgain)
    }
  }
}
