import type { EventStore } from '../../kernel/ports/eventStore.js'
import type { LogPlace } from './migrationRecord.js'
import type { Tell } from './progress.js'

/** What a log is moved into. */
export interface LogTarget {
  readonly place: LogPlace
  /** It is the old log itself, which goes on where it is. */
  readonly stays: boolean
  /** Whether nothing is in it that was not there before. */
  isEmpty(): Promise<boolean>
  /**
   * Makes it hold all that the old log holds, in the same order, and goes on where an attempt before has ended.
   * @returns the new log, as long as the target is open
   * @throws StoreUrlError when it holds something else
   */
  fill(tell: Tell): Promise<EventStore>
  /** Has it belong to services with MongoDB, and to no other. */
  settle(at: string): void
}
