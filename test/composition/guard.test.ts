// Processes that open a new installation at the same time agree on its guard record.
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import { openGuard } from '../../src/composition/guard/guard.js'
import { systemClock } from '../../src/kernel/clock.js'
import { silentLog } from '../../src/kernel/log.js'
import type { Guard, GuardRecord } from '../../src/kernel/ports/guard.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

/** A place of the record. @param before awaited before each update */
function placeOf(kept: { record?: GuardRecord }, before: () => Promise<unknown> = async () => {}): Guard {
  return {
    place: 'here',
    read: async () => kept.record,
    async update(change) {
      await before()
      const record = change(kept.record)
      if (record) kept.record = record
    },
  }
}

test('two processes that start a new installation write one record in every place, whoever writes each first', async () => {
  const { path, remove } = tempDirectory()
  const events = createLmdbEventStore({ path: join(path, 'events.mdb'), clock: systemClock })
  const vault = createLmdbVault({ path: join(path, 'vault.mdb'), rootKey: Buffer.alloc(32, 1) })
  const [first, second]: { record?: GuardRecord }[] = [{}, {}]
  const open = (guards: readonly Guard[]) => {
    const stores = { events, vault, guards, places: { log: 'the log', vault: 'the vault' } }
    return openGuard({ stores, log: silentLog, isRestart: false })
  }
  try {
    let other: Promise<unknown> | undefined
    const otherIsDone = () => other!
    const slow = open([placeOf(first!), placeOf(second!, otherIsDone)])
    other = open([placeOf(first!), placeOf(second!)])
    await Promise.all([slow, other])
    expect(first!.record).toBeDefined()
    expect(second!.record).toEqual(first!.record)
    await expect(open([placeOf(first!), placeOf(second!)])).resolves.toBeDefined()
  } finally {
    await events.close()
    await vault.close()
    remove()
  }
})
