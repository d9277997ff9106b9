import type { EventStore } from '../../../src/kernel/ports/eventStore.js'

/** A new log, created by an adapter's test. */
export interface EventStoreFixture {
  readonly store: EventStore
  /** Advances the store's time by this many milliseconds: by setting its clock, or by waiting. */
  forward(milliseconds: number): Promise<void>
  /** Another handle on the same log, as in another process. */
  second(): Promise<EventStore>
  /** Closes all handles and removes the log. */
  dispose(): Promise<void>
}

/** The fixture of the running test. */
export type Given = () => EventStoreFixture
