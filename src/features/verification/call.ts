import type { Actor } from '../../kernel/actor.js'

/** The request that a command serves. */
export interface Call {
  readonly actor: Actor
  /** Aborts when the caller has disconnected: the work then stops and nothing is charged. */
  readonly signal?: AbortSignal
  /** Whether the caller has disconnected; cheaper to read than the signal. */
  readonly gone?: boolean
}

/** The caller has disconnected. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone'
}
