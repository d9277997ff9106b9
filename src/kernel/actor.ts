import { newId } from './ids.js'

/** Who causes a command, and which call it belongs to. */
export interface Actor {
  /** Account id, `operator` (the command line) or `system`. */
  readonly id: string
  /** Id of the API key; absent without one. */
  readonly key?: string | undefined
  /** Id of the call that started everything; every event carries it. */
  readonly correlationId: string
  /** Id of the command; its events' ids derive from it, so that a repeated append is recognised. */
  readonly commandId: string
}

/** The system, by a command and a call of its own. */
export function newSystemActor(): Actor {
  const id = newId()
  return { id: 'system', correlationId: id, commandId: id }
}
