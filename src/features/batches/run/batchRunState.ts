// The state of a running batch: loaded from its stream, and changed by what its writer appends.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { newId } from '../../../kernel/ids.js'
import type { Position } from '../../../kernel/position.js'
import type { BatchEvent } from '../events.js'
import { type BatchState, batch, evolve, isFinal, type SubmittedBatch } from '../state.js'
import { createOutcomes, type Outcomes } from './outcomes.js'

/** The state of a batch that its writer keeps while it runs it. */
export interface BatchRunState {
  readonly id: string
  /** Correlation id of the request that submitted the batch. */
  readonly correlationId: string
  state: SubmittedBatch
  /** Revision of the last event of its stream. */
  revision: bigint
  position: Position
  /** Outcomes of the rows processed so far. */
  readonly outcomes: Outcomes
}

type Loaded = Pick<BatchRunState, 'correlationId' | 'outcomes'> & { readonly state: BatchState }

/** @returns undefined if the batch is unknown or has ended */
export async function loadBatchRunState(eventing: Eventing, id: string): Promise<BatchRunState | undefined> {
  const { stream, initial } = batch(id)
  const empty: Loaded = { state: initial, correlationId: '', outcomes: createOutcomes(0) }
  const { state: loaded, ...at } = await eventing.load<Loaded, BatchEvent>({
    stream,
    initial: empty,
    evolve: evolveLoaded,
  })
  const { state, ...rest } = loaded
  if (state.status === 'none' || isFinal(state) || at.revision === undefined) return undefined
  return { id, ...rest, state, revision: at.revision, position: at.position }
}

function evolveLoaded(loaded: Loaded, event: Recorded<BatchEvent>): Loaded {
  const state = evolve(loaded.state, event)
  if (event.type === 'BatchSubmitted') {
    return { state, correlationId: event.meta.correlationId, outcomes: createOutcomes(event.data.total) }
  }
  if (event.type === 'BatchChunkVerified') loaded.outcomes.addColumns(event.data.results)
  return { ...loaded, state }
}

/**
 * Appends at the revision that the writer expects, and applies the events to its state.
 * @throws ConcurrencyConflict if another process has written to the batch
 */
export async function appendAndEvolve(
  eventing: Eventing,
  run: BatchRunState,
  events: readonly BatchEvent[],
): Promise<void> {
  if (events.length === 0) return
  const actor = { id: 'system', correlationId: run.correlationId, commandId: newId() }
  const { revision, position } = await eventing.append(batch(run.id).stream, events, actor, run.revision)
  const state = events.reduce<BatchState>((before, event) => evolve(before, event as Recorded<BatchEvent>), run.state)
  Object.assign(run, { state, revision, position })
}
