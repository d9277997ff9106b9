import type { DomainEvent, Recorded } from '../kernel/envelope.js'

/** One stream seen as a thing with a state: what a decision needs to know, folded from its events. */
export interface Entity<State, E extends DomainEvent> {
  readonly stream: string
  readonly initial: State
  readonly evolve: (state: State, event: Recorded<E>) => State
}
