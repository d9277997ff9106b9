import type { EventStore } from '../../../src/kernel/ports/eventStore.js'

/** A fresh log, as an adapter's test brings it. */
export interface EventStoreFixture {
  readonly store: EventStore
  /** What the store takes for now, where the store takes time from us. */
  readonly clock: { now: number }
  /** Another handle on the same log, as another process would have it. */
  second(): Promise<EventStore>
  /** Closes all handles and removes the log. */
  dispose(): Promise<void>
}

/** What a test of the contract begins with: the fixture of the running test. */
export type Given = () => EventStoreFixture
