// What a batch shares is contributed once, through kills.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { PoolEvent } from '../../src/features/pool/events.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { eventually } from '../../testbed/eventually.js'
import { collect } from '../../testbed/given/events.js'
import { readLog } from '../../testbed/records/readLog.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { start } from '../../testbed/service/start.js'

const KILLS = 4
const ADDRESSES = 3_000
const CREDITS_A_DAY = 1_000

let service: ProcessService

beforeAll(async () => {
  service = await start({ where: 'process' })
})
afterAll(() => service.dispose())

/** The contents of the log, read while another process writes to it. */
const logged = async (): Promise<Recorded<PoolEvent>[]> =>
  (await collect(readLog(service.settings, { types: new Set(['ValidationContributed']) }))) as Recorded<PoolEvent>[]

test('what a batch shares is contributed once, however often the process is killed', async () => {
  const account = await service.account({ plan: 'growth' })
  const { key } = account

  const emails = Array.from({ length: ADDRESSES }, (_, index) => `someone-${index}@explicit.mailproof.net`)
  const body = { emails, async: true, share_signals: true }
  const accepted = await eventually(
    () => service.request('POST', '/v1/verify/bulk/agent', { key, body }),
    ({ status }) => status === 202,
  )
  expect(accepted.headers).not.toHaveProperty('x-signal-sharing')

  const seen: number[] = []
  for (let kill = 1; kill <= KILLS; kill++) {
    // Each run makes some more, but far from all.
    const least = (kill * ADDRESSES) / (2 * KILLS + 2)
    seen.push((await eventually(logged, ({ length }) => length >= least)).length)
    await service.kill()
    await service.start()
  }
  expect(seen[0]).toBeLessThan(ADDRESSES)

  const made = await eventually(logged, ({ length }) => length >= ADDRESSES)
  // Events after the last contribution precede what the reactor has processed.
  await service.request('POST', '/v1/verify', {
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
  expect(await service.end('SIGTERM')).toMatchObject([{ code: 0 }])
}, 240_000)
