import type { Collection } from '../../kernel/ports/documentStore.js'
import type { Position } from '../../kernel/position.js'
import type { AnyProjection } from '../projection.js'

/** One physical copy of a read model: its documents and its checkpoint. */
export interface Generation {
  readonly projection: AnyProjection
  readonly number: number
  readonly collection: Collection
  /** All events up to here are folded, durably. */
  checkpoint: Position
  /** Position at or before which documents last changed; never after the checkpoint. */
  changed: Position
  /** Number of the generation that was live when this one was claimed: it may replace that one and no other. */
  readonly follows?: number
}

export const collectionName = (model: string, generation: number): string => `${model}.v${generation}`
