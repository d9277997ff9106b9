// Two API processes and two workers on the same stores.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Answer } from '../../testbed/callers/client.js'
import { csvForm } from '../../testbed/callers/multipart.js'
import { createChance } from '../../testbed/chance.js'
import type { Zone } from '../../testbed/dns/server.js'
import { knownList } from '../../testbed/given/knownList.js'
import { checkLog, checkResults, resultsOf, usedBy } from '../../testbed/records/batchChecks.js'
import { readLog } from '../../testbed/records/readLog.js'
import type { ServiceProcess } from '../../testbed/service/process.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import type { Account } from '../../testbed/service/service.js'
import { start } from '../../testbed/service/start.js'
import { describeMongo } from '../support/describeMongo.js'

const ROWS = 8_000
const RACERS = 300
const QUOTA = 1_000
const PER_MINUTE = 50
/** Delay of DNS answers while the worker is killed. */
const DELAY_MS = 300

const list = knownList(ROWS, createChance(20261122))
/** Counts as used without a DNS query. */
const verify = (api: ServiceProcess, account: Account, addresses = 1): Promise<Answer> =>
  addresses === 1
    ? api.request('POST', '/v1/verify', { ...account, body: { email: 'no address' } })
    : api.request('POST', '/v1/verify/batch', {
        ...account,
        body: { emails: Array.from({ length: addresses }, (_, index) => `no address ${index}`) },
      })

function statuses(answers: readonly Answer[]): { [status: string]: number } {
  const counts: { [status: string]: number } = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describeMongo('two API processes and two workers, on one log and one MongoDB', (mongo) => {
  let cluster: ProcessService

  beforeAll(async () => {
    cluster = await start({
      where: 'cluster',
      shape: 'mongodb',
      servers: { mongo },
      zone: list.zone(),
      // No name may time out on a busy machine.
      env: { DNS_TIMEOUT_MS: '60000' },
    })
  })
  afterAll(() => cluster?.dispose())

  test("read each other's acknowledged writes immediately", async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = round % 2 === 0 ? cluster.apis : cluster.apis.toReversed()
      const created = await one!.request('POST', '/v1/accounts/create', { key: '', body: { email: 'ada@example.org' } })
      expect(created.status).toBe(201)
      const account = { key: created.body.api_key as string }
      expect(await other!.request('GET', '/v1/accounts/me', account)).toMatchObject({ status: 200 })
      const more = await other!.request('POST', '/v1/keys/generate', { ...account, body: { name: 'second' } })
      expect(more.status).toBe(201)
      expect((await one!.request('GET', '/v1/keys', { key: more.body.api_key })).status).toBe(200)
      const uploaded = await one!.request('POST', '/v1/bulk/upload', { ...account, ...csvForm('email\nno address\n') })
      expect(uploaded.status).toBe(202)
      expect((await other!.request('GET', `/v1/batch/${uploaded.body.id}`, account)).status).toBe(200)
    }
  })

  test('share a quota exactly, to the last address', async () => {
    const account = await cluster.account({ perMonth: QUOTA })
    const answers = await Promise.all(
      Array.from({ length: RACERS }, (_, index) => verify(cluster.apis[index % 2]!, account, 5)),
    )
    expect(statuses(answers)).toEqual({ 200: QUOTA / 5, 429: RACERS - QUOTA / 5 })
    for (const api of cluster.apis) expect((await verify(api, account)).status).toBe(429)
    expect(await usedBy(cluster.apis[1]!, account)).toBe(QUOTA)
  })

  test('share the rate limit per minute', async () => {
    const account = await cluster.account({ perMonth: QUOTA, perMinute: PER_MINUTE })
    const answers = await Promise.all(
      Array.from({ length: RACERS }, (_, index) => verify(cluster.apis[index % 2]!, account)),
    )
    expect(statuses(answers)).toEqual({ 200: PER_MINUTE, 429: RACERS - PER_MINUTE })
  })

  test('hand over a batch when its worker is killed: each row once, charged once', async () => {
    const account = await cluster.account({ perMonth: list.distinct })
    const setNames = (zone: Zone) => {
      for (const [name, entry] of Object.entries(zone)) cluster.dns.set(name, entry)
    }
    // The batch cannot end before the worker is killed.
    setNames({ ...list.zone(DELAY_MS), ...list.heldZone() })
    const [api, other] = cluster.apis
    const { body } = await api!.request('POST', '/v1/bulk/upload', { ...account, ...csvForm(list.csv) })
    const progress = async (): Promise<{ status: string; processed: number }> =>
      (await other!.request('GET', `/v1/batch/${body.id}`, account)).body
    while ((await progress()).processed === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    // Whichever of them runs it: only one may continue.
    await cluster.processes.find(({ role }) => role === 'worker')!.kill()
    const atKill = await progress()
    expect(atKill).toMatchObject({ status: 'processing' })
    expect(atKill.processed).toBeLessThan(ROWS)
    setNames(list.zone(DELAY_MS))
    for (let now = atKill; now.status !== 'completed'; now = await progress()) {
      expect(['processing', 'pending']).toContain(now.status)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    expect(checkResults(list, await resultsOf(api!, account, body.id))).toEqual([])
    expect(await usedBy(other!, account)).toBe(list.charged)
    const log = await checkLog(readLog(cluster.settings), list)
    expect(log.problems.filter((problem) => problem.includes(body.id))).toEqual([])
    expect(log.batches.get(account.id)).toBe(1)
  })
})
