import type { Actor } from '../../kernel/actor.js'

/** The request that a command serves. */
export interface Call {
  readonly actor: Actor
  /** Aborts when the caller has disconnected: the work then stops and nothing is charged. */
  readonly signal?: AbortSignal
  /** Whether the caller has disconnected; cheaper to read than the signal. */
  readonly gone?: boolean
  /** Resolves when the rate limit admits the request, if that is still being counted; rejects when it refuses. */
  readonly admitted?: Promise<void> | undefined
}

/** The caller has disconnected. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone'
}
