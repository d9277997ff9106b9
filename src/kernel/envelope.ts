import type { Position } from './position.js'

/** What every event says about how it came to be. All values are strings. */
export interface Meta {
  /** Version of the event type's shape; starts at "1". */
  readonly schema: string
  /** The request, job or command line call that all of this began with. */
  readonly correlationId: string
  /** The command or event that directly caused this event. */
  readonly causationId: string
  readonly commandId: string
  /** Who acted: an account id, `operator`, or `system`. */
  readonly actor: string
}

/** An event as a decision returns it: what happened, nothing about where it will be stored. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type
  readonly data: Data
}

/** An event ready to be appended. `id` makes a repeated append recognisable. */
export interface NewEvent<E extends DomainEvent = DomainEvent> {
  readonly id: string
  readonly type: E['type']
  readonly data: E['data']
  readonly meta: Meta
}

/** An event as the log returns it. Shared by reference between all readers of a process: never change one. */
export type Recorded<E extends DomainEvent = DomainEvent> = E extends DomainEvent
  ? {
      readonly id: string
      readonly type: E['type']
      readonly stream: string
      /** Place in its stream, from 0. */
      readonly revision: bigint
      /** Place in the whole log. */
      readonly position: Position
      /** When the log took it, ISO 8601 in UTC with milliseconds; never goes backwards in one log. */
      readonly recordedAt: string
      readonly data: E['data']
      readonly meta: Meta
    }
  : never
