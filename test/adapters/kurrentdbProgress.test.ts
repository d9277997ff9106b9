import { afterEach, expect, test } from '@jest/globals'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { percentOf } from '../../src/adapters/eventstore/kurrentdb/progress.js'
import { silentLog } from '../../src/kernel/log.js'
import { type StandIn, startStandIn } from '../../testbed/stores/kurrentdb/server.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(): Promise<StandIn> {
  const server = await startStandIn()
  closing.push(server.close)
  return server
}

test('a start that waits for the server to pass over events of others says so every few seconds', async () => {
  const server = await start()
  const said: [object, string][] = []
  const log = { ...silentLog, info: (fields: object, message: string) => said.push([fields, message]) }
  server.searchFor(6_000)
  const store = await openKurrentdbEventStore({ url: server.url(), log, naming: async () => ({ prefix: 'a_' }) })
  closing.push(() => store.close())
  expect(said).toContainEqual([
    { seconds: expect.any(Number), servers: server.address() },
    'KurrentDB searches for our newest event among those of other programs',
  ])
})

test('progress is a share of the log, from 0 to 100 percent', () => {
  const at = (place: number) => place.toString(16).padStart(16, '0').repeat(2)
  const [from, to] = [at(1_000), at(5_000)]
  expect([900, 1_000, 2_000, 4_999, 5_000, 9_000].map((place) => percentOf(from, at(place), to))).toEqual([
    0, 0, 25, 99, 100, 100,
  ])
  expect(percentOf(to, at(1), from)).toBe(100)
})
