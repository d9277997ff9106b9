// The state of a read model in this process's runner.
import { isUnavailable } from '../kernel/ports/documentStore.js'
import type { Position } from '../kernel/position.js'
import { FoldError } from './fold.js'
import type { Generation } from './generations.js'
import type { AnyProjection } from './projection.js'

/** Attempts of a fold that throws before its model stops; an event is never skipped. */
const MAX_FOLD_ATTEMPTS = 5

/** After every position. */
const LAST: Position = 'f'.repeat(32)

/** Models of one lane take the same slices of the log. */
export interface Lane {
  /** Position of the last slice that it took. */
  position: Position
}

/** State of a read model in this process's runner. */
export interface Model {
  readonly projection: AnyProjection
  /** Version of the projection that folded `serving`. */
  version: number
  /** The generation that readers see. */
  serving: Generation
  /** The generation being folded: `serving`, or the one that will replace it. */
  folding: Generation
  /** Version of the projection that folds `folding`. */
  foldingVersion: number
  state: 'running' | 'failing' | 'stopped'
  /** Consecutive failures of any kind. */
  failures: number
  /** Consecutive folds that threw. */
  throws: number
  /** The fold in progress. */
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
  /** Age in milliseconds of the oldest event that readers do not see yet; 0 when the model is up to date. */
  readonly lagMs: number
  /** Position and reason of the last failure. */
  readonly error?: { readonly message: string; readonly position: Position }
}

/** Name of the lane that a model belongs to. */
export const laneOf = ({ projection }: Model): string => projection.lane ?? ''

/**
 * Switches readers to `folding` once it has reached the checkpoint they see now, so that they never see an older state.
 * Exception: what they see is ahead of `head`, because the log was restored from an older copy.
 */
export function serveIfCaughtUp(model: Model, head = LAST): void {
  const seen = model.serving.checkpoint
  if (model.folding === model.serving || (model.folding.checkpoint < seen && seen <= head)) return
  serveFolding(model)
}

/** Switches readers to `folding`. */
export function serveFolding(model: Model): void {
  model.serving = model.folding
  model.version = model.foldingVersion
}

/** Records that a slice has been folded. */
export function succeeded(model: Model): void {
  Object.assign(model, { state: 'running', failures: 0, throws: 0 })
  delete model.error
  serveIfCaughtUp(model)
}

/**
 * Takes a model out of its lane after a failure. If its fold has thrown too often, it stops.
 * @returns why and where it failed, and whether its store did not answer
 */
export function failed(
  model: Model,
  error: unknown,
): { readonly reason: Error; readonly position: Position; readonly isUnavailable: boolean } {
  const reason = error instanceof Error ? error : new Error(String(error))
  delete model.lane
  model.error = reason
  model.failures++
  const unavailable = isUnavailable(error)
  if (!unavailable) model.throws++
  model.state = model.throws >= MAX_FOLD_ATTEMPTS ? 'stopped' : 'failing'
  const position = error instanceof FoldError ? error.position : model.folding.checkpoint
  return { reason, position, isUnavailable: unavailable }
}

/** Whether a newer release folds the model: this one would fold its documents as they were before. */
export const isOfNewerRelease = ({ foldingVersion, projection }: Model): boolean => foldingVersion > projection.version

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
