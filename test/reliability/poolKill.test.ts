import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import type { PoolEvent } from '../../src/features/pool/events.js'
import { systemClock } from '../../src/kernel/clock.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { client } from '../../testbed/callers/client.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { mailZone } from '../../testbed/dns/zone.js'
import { eventually } from '../../testbed/eventually.js'
import { collect } from '../../testbed/given/events.js'
import { type Program, runProgram, type Settings, startProgram } from '../../testbed/service/program.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const KILLS = 10
const ADDRESSES = 10_000
const CREDITS_A_DAY = 1_000

let dns: DnsServer
let settings: Settings
let program: Program | undefined
const directory = tempDirectory()

beforeAll(async () => {
  dns = await startDnsServer(mailZone())
  settings = { PORT: '0', DATA_DIR: directory.path, DNS_SERVERS: `${dns.address}:${dns.port}` }
})
afterAll(async () => {
  await program?.end('SIGKILL')
  await dns.close()
  directory.remove()
})

/** The contents of the log, read while another process writes to it. */
async function logged(): Promise<Recorded<PoolEvent>[]> {
  const store = createLmdbEventStore({ path: join(directory.path, 'events.mdb'), clock: systemClock })
  try {
    return (await collect(store.readAll({ types: new Set(['ValidationContributed']) }))) as Recorded<PoolEvent>[]
  } finally {
    await store.close()
  }
}

test('what a batch shares is contributed once, however often the process is killed', async () => {
  program = await startProgram(settings)
  const created = await client(program!.url).request('POST', '/v1/accounts/create', {
    body: { email: 'ada@example.org' },
  })
  const { account, api_key: key } = created.body as { account: { id: string }; api_key: string }
  expect((await runProgram(['accounts', 'set-plan', account.id, 'growth'], settings)).code).toBe(0)

  const emails = Array.from({ length: ADDRESSES }, (_, index) => `someone-${index}@explicit.mailproof.net`)
  const body = { emails, async: true, share_signals: true }
  const accepted = await eventually(
    () => client(program!.url).request('POST', '/v1/verify/bulk/agent', { key, body }),
    ({ status }) => status === 202,
  )
  expect(accepted.headers).not.toHaveProperty('x-signal-sharing')

  const seen: number[] = []
  for (let kill = 1; kill <= KILLS; kill++) {
    // Each run makes some more, but far from all.
    const least = (kill * ADDRESSES) / (2 * KILLS + 2)
    seen.push((await eventually(logged, ({ length }) => length >= least)).length)
    await program.end('SIGKILL')
    program = await startProgram(settings)
  }
  expect(seen[0]).toBeLessThan(ADDRESSES)

  const made = await eventually(logged, ({ length }) => length >= ADDRESSES)
  // Events after the last contribution precede what the reactor has processed.
  await client(program!.url).request('POST', '/v1/verify', {
    key,
    body: { email: 'one-more@explicit.mailproof.net', share_signals: true },
  })
  const all = await eventually(logged, ({ length }) => length > ADDRESSES)
  expect(all).toHaveLength(ADDRESSES + 1)
  expect(new Set(made.map(({ data }) => data.address)).size).toBe(ADDRESSES)
  expect(made.every(({ data }) => data.unique && data.first && data.account === account.id)).toBe(true)
  expect(new Set(made.map(({ data }) => data.group)).size).toBe(1)
  // Five addresses of a domain earn credits despite the kills: reservations that were not written are released.
  const credits = made.reduce((sum, { data }) => sum + data.credits, 0)
  expect(credits).toBeGreaterThan(0)
  expect(credits).toBeLessThanOrEqual(CREDITS_A_DAY)
  expect(made.filter(({ data }) => data.credits > 0).length).toBeLessThanOrEqual(5)
  expect((await program.end('SIGTERM')).code).toBe(0)
}, 240_000)
