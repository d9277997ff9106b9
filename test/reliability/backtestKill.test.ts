// A backtest of a service that is killed again and again.
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { openDataDirectory } from '../../src/adapters/dataDirectory/dataDirectory.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { newEvents } from '../../src/eventing/newEvents.js'
import { withUpcasters } from '../../src/eventing/upcast.js'
import { systemClock } from '../../src/kernel/clock.js'
import { newId } from '../../src/kernel/ids.js'
import { monthOf } from '../../src/kernel/months.js'
import { upcasters } from '../../src/upcasters.js'
import { addressVerified } from '../../testbed/given/verificationEvents.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { start } from '../../testbed/service/start.js'

/** Progress is recorded every two seconds: here, every tenth of one. */
const FAST_CLOCK = fileURLToPath(new URL('../../testbed/service/fastClock.mjs', import.meta.url))
const CLOCK_SPEED = 20
/** Enough for several records of progress, on a fast machine too. */
const EVENTS = 120_000
const PER_APPEND = 500
const KILLS = 3
const POLL_MS = 20

/** Verifications of which every third would be denied by the draft. */
async function writeVerifications({ settings }: ProcessService, account: string): Promise<void> {
  const { paths, release } = openDataDirectory(settings.DATA_DIR!, { hold: true })
  const store = withUpcasters(createLmdbEventStore({ path: paths.events, clock: systemClock }), upcasters)
  const stream = `usage-${account}.${monthOf(Date.now())}`
  try {
    for (let from = 0; from < EVENTS; from += PER_APPEND) {
      const decided = Array.from({ length: PER_APPEND }, (_, at) =>
        addressVerified({ account, domain: `d${(from + at) % 3}.example`, address: from + at }),
      )
      const id = newId()
      await store.append(stream, newEvents(stream, decided, { id: account, correlationId: id, commandId: id }), {
        expected: 'any',
      })
    }
  } finally {
    await store.close()
    release()
  }
}

test('goes on where it was, and counts every verification once', async () => {
  const service = await start({
    where: 'process',
    nodeOptions: ['--import', FAST_CLOCK],
    env: { CLOCK_SPEED: String(CLOCK_SPEED), CLOCK_ORIGIN: String(Date.now()) },
  })
  try {
    const { id: account, key } = await service.account()
    const when = { fact: 'domain', op: 'eq', value: 'd1.example' }
    const drafted = await service.request('PUT', '/v1/rules/draft', {
      key,
      body: { rules: [{ when, action: 'deny' }] },
    })
    expect(drafted.status).toBe(200)
    await service.end('SIGTERM')
    await writeVerifications(service, account)
    await service.start()
    const { id } = (await service.request('POST', '/v1/rules/backtests', { key })).body
    const get = async () => (await service.request('GET', `/v1/rules/backtests/${id}`, { key })).body

    let kills = 0
    for (let seen = 0; ; await sleep(POLL_MS)) {
      const { processed, ended_at, status } = await get()
      expect(status).not.toBe('failed')
      expect(processed).toBeGreaterThanOrEqual(seen)
      if (ended_at !== null) break
      if (processed === seen || kills === KILLS) continue
      seen = processed
      kills++
      await service.kill()
      await service.start()
    }
    expect(kills).toBeGreaterThan(0)
    const found = await get()
    expect(found).toMatchObject({
      status: 'completed',
      processed: EVENTS,
      changed: EVENTS / 3,
      undecided: 0,
      unrecorded: 0,
    })
    expect(found.result.decisions).toEqual([
      { before: 'allow', after: 'allow', verifications: (EVENTS * 2) / 3 },
      { before: 'allow', after: 'deny', verifications: EVENTS / 3 },
    ])
  } finally {
    await service.dispose()
  }
}, 600_000)
