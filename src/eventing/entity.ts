import type { DomainEvent, Recorded } from '../kernel/envelope.js'

/** An entity: the state that a decider needs, folded from the events of one stream. */
export interface Entity<State, E extends DomainEvent> {
  readonly stream: string
  readonly initial: State
  readonly evolve: (state: State, event: Recorded<E>) => State
}
