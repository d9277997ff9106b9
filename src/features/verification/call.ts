import type { Actor } from '../../kernel/actor.js'

/** The call a command works for. */
export interface Call {
  readonly actor: Actor
  /** Aborts when nobody waits for the answer any more: then the work stops and nothing is charged. */
  readonly signal?: AbortSignal
  /** Whether that has happened; for those who only look. */
  readonly gone?: boolean
}

/** Nobody waits for the answer any more. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone'
}
