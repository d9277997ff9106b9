// Reads that no caller waits for any more: a server would go on searching a long log for them.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createClient } from '../../src/adapters/eventstore/kurrentdb/connect/clientInternals.js'
import { parseConnectionString } from '../../src/adapters/eventstore/kurrentdb/connect/connectionString.js'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { silentLog } from '../../src/kernel/log.js'
import { eventually } from '../../testbed/eventually.js'
import { newEvent } from '../../testbed/given/events.js'
import { type StandIn, startStandIn } from '../../testbed/stores/kurrentdb/server.js'

/** A search takes longer than any test. */
const FOREVER_MS = 600_000
/** More than a connection holds without a reader. */
const EVENTS = 4_000
const PER_APPEND = 500

let server: StandIn
beforeEach(async () => {
  server = await startStandIn()
})
afterEach(() => server.close())

const untilIdle = () =>
  eventually(
    () => server.reading(),
    (count) => count === 0,
  )

describe('the server sees that a read is cancelled', () => {
  test('when its caller aborts before an event was found', async () => {
    const store = await openKurrentdbEventStore({ url: server.url(), log: silentLog, timeoutMs: 5_000 })
    await untilIdle()
    server.searchFor(FOREVER_MS)
    const aborting = new AbortController()
    const reason = new Error('gone')
    const events = store.readAll({ signal: aborting.signal })[Symbol.asyncIterator]()
    const first = events.next()
    await eventually(
      () => server.reading(),
      (count) => count === 1,
    )
    aborting.abort(reason)
    await expect(first).rejects.toBe(reason)
    await untilIdle()
    await store.close()
  })

  test('when its caller has seen enough', async () => {
    const store = await openKurrentdbEventStore({ url: server.url(), log: silentLog, timeoutMs: 5_000 })
    for (let count = 0; count < EVENTS; count += PER_APPEND)
      await store.append(
        'a-1',
        Array.from({ length: PER_APPEND }, () => newEvent({ text: 'x'.repeat(500) })),
        { expected: 'any' },
      )
    await store.close()
    const client = createClient(parseConnectionString(server.url()))
    let seen = 0
    for await (const _ of client.readAll()) {
      await nextTurn()
      if (seen++ === 0) expect(server.reading()).toBe(1)
      else break
    }
    await untilIdle()
    await client.dispose()
  })

  test('when its caller leaves before the client has found a server, which ends no process', async () => {
    const client = createClient(parseConnectionString(server.url()))
    await server.stop()
    await client.readAll().return!()
    await nextTurn()
    await server.restart()
    await untilIdle()
    await client.dispose()
  })
})
