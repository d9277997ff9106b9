import type { Eventing } from '../../../eventing/eventing.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { newId } from '../../../kernel/ids.js'
import type { Position } from '../../../kernel/position.js'
import type { BatchEvent } from '../events.js'
import { type Batch, type BatchState, batch, evolve, isFinal } from '../state.js'
import { createOutcomes, type Outcomes } from './outcomes.js'

/** A batch in the hands of its writer. */
export interface BatchRunState {
  readonly id: string
  /** Of the request that submitted it. */
  readonly correlationId: string
  state: Batch
  /** Of the last event of its stream. */
  revision: bigint
  position: Position
  /** Of the rows done so far. */
  readonly outcomes: Outcomes
}

type Loaded = Pick<BatchRunState, 'correlationId' | 'outcomes'> & { readonly state: BatchState }

/** undefined when there is nothing left to do. */
export async function loadBatchRunState(eventing: Eventing, id: string): Promise<BatchRunState | undefined> {
  const { stream, initial } = batch(id)
  const nothing: Loaded = { state: initial, correlationId: '', outcomes: createOutcomes(0) }
  const { state: loaded, ...at } = await eventing.load<Loaded, BatchEvent>({ stream, initial: nothing, evolve: grow })
  const { state, ...rest } = loaded
  if (state.status === 'none' || isFinal(state) || at.revision === undefined) return undefined
  return { id, ...rest, state, revision: at.revision, position: at.position }
}

function grow(loaded: Loaded, event: Recorded<BatchEvent>): Loaded {
  const state = evolve(loaded.state, event)
  if (event.type === 'BatchSubmitted') {
    return { state, correlationId: event.meta.correlationId, outcomes: createOutcomes(event.data.total) }
  }
  if (event.type === 'BatchChunkVerified') loaded.outcomes.addColumns(event.data.results)
  return { ...loaded, state }
}

/**
 * Appends at the revision that the writer knows.
 * @throws ConcurrencyConflict when the batch is not in its hands any more
 */
export async function appendAndEvolve(
  eventing: Eventing,
  work: BatchRunState,
  events: readonly BatchEvent[],
): Promise<void> {
  if (events.length === 0) return
  const actor = { id: 'system', correlationId: work.correlationId, commandId: newId() }
  const { revision, position } = await eventing.append(batch(work.id).stream, events, actor, work.revision)
  const state = events.reduce<BatchState>((before, event) => evolve(before, event as Recorded<BatchEvent>), work.state)
  Object.assign(work, { state, revision, position })
}
