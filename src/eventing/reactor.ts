import type { DomainEvent, Recorded } from '../kernel/envelope.js'

/**
 * Reacts to recorded events: writes operational records, enqueues jobs, handles commands. It receives every event of
 * its types at least once, in order, from the beginning of the log, and is never rebuilt; its effects must be
 * idempotent. Its checkpoint moves once they are durable.
 */
export interface Reactor<E extends DomainEvent = DomainEvent> {
  /** `[a-z_]`; names its checkpoint. */
  readonly name: string
  readonly types: ReadonlySet<E['type']>
  /**
   * @param events events of one slice of the log, at least one
   * @returns whether anything was done; if not, the checkpoint need not be written immediately
   */
  react(events: readonly Recorded<E>[]): Promise<boolean>
}
