// Notifications of a service that is killed while it verifies.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { client } from '../../testbed/callers/client.js'
import { createChance } from '../../testbed/chance.js'
import { eventually } from '../../testbed/eventually.js'
import { startTarget } from '../../testbed/receivers/target.js'
import { readLog } from '../../testbed/records/readLog.js'
import type { Settings } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'

const KILLS = 3
/** Verifications requested from each run of the process. */
const REQUESTS = 60
/** Maximum number of calls that a process makes before it is killed. */
const CALLS = 25

test('a service killed while it verifies and delivers notifies every verification, and repeats at most one request each time', async () => {
  const seed = Date.now() % 1_000_000
  const chance = createChance(seed)
  const target = await startTarget(() => ({ status: 200 }))
  const acknowledged = new Set<string>()
  const service = await start({ where: 'process', env: { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' } })
  try {
    const { key } = await service.account()
    const created = await ask(service.url, '/v1/webhooks', { url: target.url, events: ['verification.completed'] })
    expect(created.status).toBe(201)

    for (let kill = 1; kill <= KILLS; kill++) {
      const before = target.calls.length
      const asking = askAll(service.url)
      const calls = chance.between(1, CALLS)
      while (target.calls.length < before + calls) await sleep(1)
      await sleep(chance.between(0, 15))
      await service.kill()
      await asking
      await service.start()
    }
    await askAll(service.url)
    expect(acknowledged.size).toBeGreaterThan(REQUESTS)

    const logged = await verificationsIn(service.settings)
    const ids = () => new Set(target.calls.map(({ id }) => id))
    await eventually(ids, ({ size }) => size >= logged.size)
    expect({ seed, ...(await service.end('SIGTERM'))[0] }).toMatchObject({ seed, code: 0, stderr: '' })

    const receiver = new Webhook(created.body.secret)
    const idsByRequest = new Map<string, Set<string>>()
    for (const { id, body, headers } of target.calls) {
      const { data } = receiver.verify(body, headers) as { data: { request_id: string } }
      idsByRequest.set(data.request_id, (idsByRequest.get(data.request_id) ?? new Set()).add(id))
    }
    // One per verification in the log, and no other; each under one id, however many calls.
    expect(new Set(idsByRequest.keys())).toEqual(logged)
    for (const request of acknowledged) expect(logged.has(request)).toBe(true)
    expect([...idsByRequest.values()].every(({ size }) => size === 1)).toBe(true)
    expect({ seed, ids: ids().size }).toEqual({ seed, ids: logged.size })
    expect(target.calls.length - logged.size).toBeLessThanOrEqual(KILLS)

    async function ask(url: string, path: string, body: object) {
      const { request, close } = client(url)
      try {
        return await request('POST', path, { key, body })
      } finally {
        close()
      }
    }

    /** As many requests as the process answers, a few concurrently. */
    async function askAll(url: string): Promise<void> {
      let left = REQUESTS
      const some = async () => {
        while (left-- > 0) {
          const { status, headers } = await ask(url, '/v1/verify', { email: `no address ${left}` })
          expect(status).toBe(200)
          acknowledged.add(String(headers['x-request-id']))
        }
      }
      const gone = (error: NodeJS.ErrnoException) => {
        if (!['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(error.code ?? '')) throw error
      }
      await Promise.all(Array.from({ length: 4 }, () => some().catch(gone)))
    }
  } finally {
    await service.dispose()
    await target.close()
  }
})

/** The requests whose verification is in the log. */
async function verificationsIn(settings: Settings): Promise<ReadonlySet<string>> {
  const requests = new Set<string>()
  for await (const { meta } of readLog(settings, { types: new Set(['AddressVerified']) }))
    requests.add(meta.correlationId)
  return requests
}
