import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Answer } from '../../testbed/callers/client.js'
import { csvForm } from '../../testbed/callers/multipart.js'
import { type DnsServer, startDnsServer, type Zone } from '../../testbed/dns/server.js'
import { knownList } from '../../testbed/given/knownList.js'
import { checkLog, checkResults, resultsOf, usedBy } from '../../testbed/records/batchKillCheck.js'
import { createChance } from '../../testbed/records/journal.js'
import { readLog } from '../../testbed/records/readLog.js'
import { type MadeAccount, makeAccounts, setMonthLimits } from '../../testbed/service/accounts.js'
import { type Cluster, startCluster } from '../../testbed/service/cluster.js'
import type { Member } from '../../testbed/service/member.js'
import { describeMongo } from '../support/describeMongo.js'

const ROWS = 20_000
const RACERS = 300
const QUOTA = 1_000
const PER_MINUTE = 50
/** Delay of DNS answers while the worker is killed. */
const DELAY_MS = 300

const list = knownList(ROWS, createChance(20261122))
/** Counts as used without a DNS query. */
const verify = (api: Member, account: MadeAccount, addresses = 1): Promise<Answer> =>
  addresses === 1
    ? api.ask('POST', '/v1/verify', account, { body: { email: 'no address' } })
    : api.ask('POST', '/v1/verify/batch', account, {
        body: { emails: Array.from({ length: addresses }, (_, index) => `no address ${index}`) },
      })

function statuses(answers: readonly Answer[]): { [status: string]: number } {
  const counts: { [status: string]: number } = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describeMongo('two API processes and two workers, on one log and one MongoDB', (mongo) => {
  let dns: DnsServer
  let cluster: Cluster

  beforeAll(async () => {
    dns = await startDnsServer(list.zone())
    cluster = await startCluster(mongo, dns)
  })
  afterAll(async () => {
    await cluster?.dispose()
    await dns.close()
  })

  const newAccounts = (count: number, perMonth?: number) =>
    makeAccounts(cluster.apis[0].url, cluster.settings, count, perMonth)

  test("read each other's acknowledged writes immediately", async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = round % 2 === 0 ? cluster.apis : [cluster.apis[1], cluster.apis[0]]
      const created = await one.ask('POST', '/v1/accounts/create', { key: '' }, { body: { email: 'ada@example.org' } })
      expect(created.status).toBe(201)
      const account = { key: created.body.api_key as string }
      expect(await other.ask('GET', '/v1/accounts/me', account)).toMatchObject({ status: 200 })
      const more = await other.ask('POST', '/v1/keys/generate', account, { body: { name: 'second' } })
      expect(more.status).toBe(201)
      expect((await one.ask('GET', '/v1/keys', { key: more.body.api_key })).status).toBe(200)
      const uploaded = await one.ask('POST', '/v1/bulk/upload', account, csvForm('email\nno address\n'))
      expect(uploaded.status).toBe(202)
      expect((await other.ask('GET', `/v1/batch/${uploaded.body.id}`, account)).status).toBe(200)
    }
  })

  test('share a quota exactly, to the last address', async () => {
    const [account] = await newAccounts(1, QUOTA)
    const answers = await Promise.all(
      Array.from({ length: RACERS }, (_, index) => verify(cluster.apis[index % 2]!, account!, 5)),
    )
    expect(statuses(answers)).toEqual({ 200: QUOTA / 5, 429: RACERS - QUOTA / 5 })
    for (const api of cluster.apis) expect((await verify(api, account!)).status).toBe(429)
    expect(await usedBy(cluster.apis[1], account!)).toBe(QUOTA)
  })

  test('share the rate limit per minute', async () => {
    const [account] = await newAccounts(1)
    await setMonthLimits(cluster.apis[0].url, cluster.settings, [account!], QUOTA, undefined, PER_MINUTE)
    const answers = await Promise.all(
      Array.from({ length: RACERS }, (_, index) => verify(cluster.apis[index % 2]!, account!)),
    )
    expect(statuses(answers)).toEqual({ 200: PER_MINUTE, 429: RACERS - PER_MINUTE })
  })

  test('hand over a batch when its worker is killed: each row once, charged once', async () => {
    const [account] = await newAccounts(1, list.distinct)
    const setNames = (zone: Zone) => {
      for (const [name, entry] of Object.entries(zone)) dns.set(name, entry)
    }
    // The batch cannot end before the worker is killed.
    setNames({ ...list.zone(DELAY_MS), ...list.heldZone() })
    const [api, other] = cluster.apis
    const { body } = await api.ask('POST', '/v1/bulk/upload', account!, csvForm(list.csv))
    const progress = async (): Promise<{ status: string; processed: number }> =>
      (await other.ask('GET', `/v1/batch/${body.id}`, account!)).body
    while ((await progress()).processed === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    // Whichever of them runs it: only one may continue.
    await cluster.workers[0].kill()
    const atKill = await progress()
    expect(atKill).toMatchObject({ status: 'processing' })
    expect(atKill.processed).toBeLessThan(ROWS)
    setNames(list.zone(DELAY_MS))
    for (let now = atKill; now.status !== 'completed'; now = await progress()) {
      expect(['processing', 'pending']).toContain(now.status)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    expect(checkResults(list, await resultsOf(api, account!, body.id))).toEqual([])
    expect(await usedBy(other, account!)).toBe(list.charged)
    const log = await checkLog(readLog(cluster.directory), list)
    expect(log.problems.filter((problem) => problem.includes(body.id))).toEqual([])
    expect(log.batches.get(account!.id)).toBe(1)
  })
})
