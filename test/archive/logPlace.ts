// A directory for a log and its archive, which each test has new, and a clock.
import { join } from 'node:path'
import { afterEach, beforeEach } from '@jest/globals'
import { tempDirectory } from '../../testbed/tempDirectory.js'

export const START_TIME = Date.UTC(2026, 0, 1)

/** What is opened here is closed after the test. To be called once per suite. */
export function logPlacePerTest() {
  let directory: ReturnType<typeof tempDirectory>
  let open: { close(): Promise<void> }[] = []
  const clock = { value: START_TIME, now: () => clock.value }

  function begin(): void {
    directory = tempDirectory({ quick: true })
    clock.value = START_TIME
  }
  async function closeAll(): Promise<void> {
    const closing = open
    open = []
    for (const each of closing) await each.close()
  }
  async function end(): Promise<void> {
    await closeAll()
    directory.remove()
  }
  beforeEach(begin)
  afterEach(end)

  return {
    clock,
    /** The log. */
    file: () => join(directory.path, 'events.mdb'),
    /** Where its archive is by default. */
    archive: () => join(directory.path, 'archive'),
    opened<T extends { close(): Promise<void> }>(store: T): T {
      open.push(store)
      return store
    },
    closeAll,
    /** Another place, in the middle of a test. */
    async renew(): Promise<void> {
      await end()
      begin()
    },
  }
}
