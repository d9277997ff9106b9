import type { EventStore } from '../../../src/kernel/ports/eventStore.js'

/** The baseline of a fold: reads the whole log and drops the events. @returns the number of events */
export async function scanLog(store: EventStore): Promise<number> {
  let count = 0
  for await (const _ of store.readAll()) count++
  return count
}
