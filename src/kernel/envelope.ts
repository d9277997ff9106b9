import type { Position } from './position.js'

/** Metadata of every event: what caused it. All values are strings. */
export interface Meta {
  /** Schema version of the event type; starts at "1". */
  readonly schema: string
  /** Id of the request, job or command line call that started everything. */
  readonly correlationId: string
  /** Id of the command or event that directly caused this event. */
  readonly causationId: string
  readonly commandId: string
  /** Who acted: account id, `operator` or `system`. */
  readonly actor: string
  /** Id of the API key with which a command was called; events of verifications have theirs in `data`. */
  readonly key?: string
  /** `true`: a program that does not know the event's type may pass over it. */
  readonly ignorable?: string
}

/** An event as a decider returns it: what happened, without anything about storage. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type
  readonly data: Data
}

/** An event ready to be appended. `id` makes a repeated append idempotent. */
export interface NewEvent<E extends DomainEvent = DomainEvent> {
  readonly id: string
  readonly type: E['type']
  readonly data: E['data']
  readonly meta: Meta
}

/** An event as the log returns it. All readers in a process share the object: never mutate it. */
export type Recorded<E extends DomainEvent = DomainEvent> = E extends DomainEvent
  ? {
      readonly id: string
      readonly type: E['type']
      readonly stream: string
      /** Revision: place in its stream, from 0. */
      readonly revision: bigint
      /** Position: place in the whole log. */
      readonly position: Position
      /** Time of the append, ISO 8601 in UTC with milliseconds; never decreases within a log. */
      readonly recordedAt: string
      readonly data: E['data']
      readonly meta: Meta
    }
  : never
