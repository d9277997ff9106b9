// A log that is imported into KurrentDB keeps ids, order and times, and is imported once.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { KurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/eventStore.js'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { iso } from '../../src/kernel/clock.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { newId } from '../../src/kernel/ids.js'
import { silentLog } from '../../src/kernel/log.js'
import { ConcurrencyConflict } from '../../src/kernel/ports/eventStore.js'
import { START } from '../../src/kernel/position.js'
import { collect } from '../../testbed/given/events.js'
import { type StandIn, startStandIn } from '../../testbed/stores/kurrentdb/server.js'
import { withoutPositions } from '../../testbed/stores/migration.js'

const THEN = Date.UTC(2025, 0, 1)
const meta = { schema: '1', correlationId: 'c', causationId: 'c', commandId: 'c', actor: 'system' }

/** An event as another log stored it. */
const event = (stream: string, revision: number, recordedAt: number, data: unknown = {}): Recorded => ({
  ...{ id: newId(), type: 'Happened', stream, revision: BigInt(revision), position: START },
  ...{ recordedAt: iso(recordedAt), data, meta },
})

describe('a log imported into KurrentDB', () => {
  let server: StandIn
  let store: KurrentdbEventStore
  const old = [event('a-1', 0, THEN), event('a-1', 1, THEN + 5), event('b-1', 0, THEN + 5), event('a-1', 2, THEN + 9)]
  beforeAll(async () => {
    server = await startStandIn({ now: () => THEN + 1_000_000 })
    store = await openKurrentdbEventStore({ url: server.url(), log: silentLog })
    expect(await store.last()).toBeUndefined()
    await store.importEvents(old.slice(0, 2))
    await store.importEvents(old.slice(2, 3))
    await store.importEvents(old.slice(3))
  })
  afterAll(async () => {
    await store?.close()
    await server?.close()
  })

  test('keeps its ids, revisions, times and metadata, in order', async () => {
    expect(withoutPositions(await collect(store.readAll()))).toEqual(withoutPositions(old))
    expect((await store.last())!.id).toBe(old[3]!.id)
  })

  test('is imported once, also when a response is lost', async () => {
    server.loseAnswers(1)
    await store.importEvents(old.slice(0, 2))
    await store.importEvents(old.slice(3))
    expect(await collect(store.readAll())).toHaveLength(old.length)
  })

  test('is not appended to a log that is not its own', async () => {
    await expect(store.importEvents([event('b-1', 2, THEN + 20)])).rejects.toThrow(ConcurrencyConflict)
    await expect(store.importEvents([event('a-1', 0, THEN + 20)])).rejects.toThrow(ConcurrencyConflict)
    expect(await collect(store.readAll())).toHaveLength(old.length)
  })

  test('finds its events by their original times, and later ones by those of the server', async () => {
    const all = await collect(store.readAll())
    expect(await store.positionAt(THEN + 5)).toBe(all[2]!.position)
    expect(await store.positionAt(THEN + 500)).toBe(all[3]!.position)
    const { position } = await store.append('c-1', [event('c-1', 0, THEN)], { expected: 'no_stream' })
    expect((await collect(store.readAll())).at(-1)).toMatchObject({ position, recordedAt: iso(THEN + 1_000_000) })
    expect(await store.positionAt(THEN + 999_999)).toBe(all[3]!.position)
  })

  test('may contain an event of the maximum size of another log', async () => {
    const large = event('d-1', 0, THEN, { text: 'x'.repeat(512 * 1024 - 300) })
    await store.importEvents([large])
    expect(withoutPositions([(await store.last())!])).toEqual(withoutPositions([large]))
  })
})
