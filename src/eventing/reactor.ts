import type { DomainEvent, Recorded } from '../kernel/envelope.js'

/**
 * Acts on events once they are in the log: writes operational records, enqueues jobs, handles commands. It sees every
 * event of its types at least once, in order, from the beginning of the log, and is never rebuilt; whatever it does must
 * bear being repeated. Its checkpoint moves when what it does is durable.
 */
export interface Reactor<E extends DomainEvent = DomainEvent> {
  /** `[a-z_]`; names its checkpoint. */
  readonly name: string
  readonly types: ReadonlySet<E['type']>
  /**
   * Events of one slice of the log, at least one.
   * @returns whether anything was done: if not, the checkpoint need not be written at once
   */
  react(events: readonly Recorded<E>[]): Promise<boolean>
}
