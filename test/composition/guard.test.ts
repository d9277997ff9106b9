// The guard record: processes agree on it, and it stays true.
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import { newEvents } from '../../src/eventing/newEvents.js'
import { systemClock } from '../../src/kernel/clock.js'
import { silentLog } from '../../src/kernel/log.js'
import { type EventStore, UnreadableEvent } from '../../src/kernel/ports/eventStore.js'
import type { Guard, GuardRecord } from '../../src/kernel/ports/guard.js'
import { createResources } from '../../src/kernel/resources.js'
import { eventually } from '../../testbed/eventually.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { shortenTimers } from '../eventing/shortenTimers.js'
import { added, someone } from '../eventing/tallies.js'

shortenTimers(1_000)
const { openGuard } = await import('../../src/composition/guard/guard.js')

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

test('a position whose event cannot be read is recorded without the id of an event before it', async () => {
  const { path, remove } = tempDirectory()
  const real = createLmdbEventStore({ path: join(path, 'events.mdb'), clock: systemClock })
  const vault = createLmdbVault({ path: join(path, 'vault.mdb'), rootKey: Buffer.alloc(32, 1) })
  let readable = true
  const events: EventStore = {
    ...real,
    async eventAt(position) {
      if (readable) return real.eventAt(position)
      throw new UnreadableEvent({ position, stream: 'tally-1', type: 'Added', sha256: '' })
    },
  }
  const append = () => real.append('tally-1', newEvents('tally-1', [added('a')], someone()), { expected: 'any' })
  const kept: { record?: GuardRecord } = {}
  const closing = createResources()
  try {
    const { position } = await append()
    const stores = { events, vault, guards: [placeOf(kept)], places: { log: 'the log', vault: 'the vault' } }
    const guard = await openGuard({ stores, log: silentLog, isRestart: false })
    expect(kept.record).toMatchObject({ newest: position, event: expect.any(String) })
    readable = false
    const next = await append()
    guard.keep(closing)
    await eventually(
      () => kept.record!.newest,
      (newest) => newest === next.position,
    )
    expect(kept.record).not.toHaveProperty('event')
  } finally {
    await closing.close()
    await real.close()
    await vault.close()
    remove()
  }
})
