import type { EventStore } from '../../kernel/ports/eventStore.js'
import type { LogLocation } from './migrationRecord.js'
import type { ReportProgress } from './progress.js'

/** Where the event log is migrated to. */
export interface LogTarget {
  readonly place: LogLocation
  /** Whether the log stays where it is: the target is the old log itself. */
  readonly stays: boolean
  /** Whether it contains no events; true if the log stays where it is. */
  isEmpty(): Promise<boolean>
  /**
   * Copies all events of the old log in the same order, resuming where an earlier attempt ended.
   * @returns the new log; closed with the target
   * @throws StoreUrlError if it contains other events
   */
  fill(report: ReportProgress): Promise<EventStore>
  /** Marks the log as belonging to services that use MongoDB, and to no others. */
  settle(at: string): void
}
