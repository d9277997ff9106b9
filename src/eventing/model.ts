import type { Position } from '../kernel/position.js'
import { FoldError } from './fold.js'
import type { Generation } from './generations.js'
import type { AnyProjection } from './projection.js'

/** Models in one lane share one reading of the log. Only its identity matters. */
export type Lane = Record<never, never>

/** A read model as the runner of this process holds it. */
export interface Model {
  readonly projection: AnyProjection
  /** The version of the projection that folded what readers see. */
  version: number
  /** What readers see. */
  serving: Generation
  /** What is being folded: `serving`, or the generation that will follow it. */
  folding: Generation
  /** The version of the projection that folded `folding`. */
  foldingVersion: number
  state: 'running' | 'failing' | 'stopped'
  /** Failures in a row, of any kind. */
  failures: number
  /** Folds in a row that threw. */
  throws: number
  /** The fold that is under way. */
  busy?: Promise<void>
  error?: Error
  lane?: Lane
}

export interface ModelStatus {
  readonly model: string
  readonly generation: number
  readonly version: number
  readonly state: Model['state']
  readonly position: Position
  /** Milliseconds for which the oldest event that readers do not see has been in the log; 0 when they see all. */
  readonly lagMs: number
  /** Where and why it failed. */
  readonly error?: { readonly message: string; readonly position: Position }
}

export const statusOf = (
  { projection, serving, folding, version, state, error }: Model,
  lagMs: number,
): ModelStatus => ({
  model: projection.name,
  generation: serving.number,
  version,
  state,
  position: serving.checkpoint,
  lagMs,
  ...(error && {
    error: { message: error.message, position: error instanceof FoldError ? error.position : folding.checkpoint },
  }),
})
