import type { Collection } from '../../kernel/ports/documentStore.js'
import type { KnownEvent } from '../../kernel/ports/eventStore.js'
import type { Position } from '../../kernel/position.js'
import type { AnyProjection } from '../projection.js'

/** A position, and the id of the event there: another log may have the same position. */
export interface Checkpoint {
  readonly position: Position
  /** Absent where an older release wrote it. */
  readonly id?: string | undefined
}

/** One physical copy of a read model: its documents and its checkpoint. */
export interface Generation {
  readonly projection: AnyProjection
  readonly number: number
  readonly collection: Collection
  /** All events up to here are folded, durably. */
  checkpoint: Position
  /** Id of the event at the checkpoint; undefined where an older release moved it last. */
  checkpointId: string | undefined
  /** Position at or before which documents last changed; never after the checkpoint. */
  changed: Position
  /** Number of the generation that was live when this one was claimed: it may replace that one and no other. */
  readonly follows?: number
}

export const collectionName = (model: string, generation: number): string => `${model}.v${generation}`

export const checkpointAt = ({ checkpoint: position, checkpointId: id }: Generation): Checkpoint => ({ position, id })

/** The event at a generation's checkpoint, if it is known. */
export const knownAt = ({ checkpoint: position, checkpointId: id }: Generation): KnownEvent | undefined =>
  id === undefined ? undefined : { position, id }
