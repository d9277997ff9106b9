import type { EventStore } from '../../../src/kernel/ports/eventStore.js'

/** A fresh log, as an adapter's test brings it. */
export interface EventStoreFixture {
  readonly store: EventStore
  /** Lets the store's time go on by so many milliseconds: by setting its clock, or by waiting. */
  forward(milliseconds: number): Promise<void>
  /** Another handle on the same log, as another process would have it. */
  second(): Promise<EventStore>
  /** Closes all handles and removes the log. */
  dispose(): Promise<void>
}

/** What a test of the contract begins with: the fixture of the running test. */
export type Given = () => EventStoreFixture
