import type { DomainEvent, Recorded } from '../kernel/envelope.js'

/**
 * Reacts to recorded events: writes operational records, enqueues jobs, handles commands. It receives every event of
 * its types at least once, in order, and is never rebuilt; its effects must be idempotent. Its checkpoint moves once they
 * are durable.
 */
export interface Reactor<E extends DomainEvent = DomainEvent> {
  /** `[a-z_]`; names its checkpoint. */
  readonly name: string
  readonly types: ReadonlySet<E['type']>
  /**
   * Where it starts without a checkpoint of this log: at the `beginning` if it finds in the log, or in stores that are lost
   * together with the log, what it has done; at the `head` if an effect could be repeated.
   */
  readonly startsAt: 'beginning' | 'head'
  /**
   * @param events events of one slice of the log, at least one
   * @returns whether anything was done; if not, the checkpoint need not be written immediately
   */
  react(events: readonly Recorded<E>[]): Promise<boolean>
}
