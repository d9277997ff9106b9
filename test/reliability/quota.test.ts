// The quota is exact under concurrency and kills.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Answer, client } from '../../testbed/callers/client.js'
import { readLog } from '../../testbed/records/readLog.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import type { Account } from '../../testbed/service/service.js'
import { start } from '../../testbed/service/start.js'

const RACERS = 200
const LEFT = 50
const USED = 30
/** Racers whose names never answer, so that they are in flight when the service is killed. */
const HELD = 20

let service: ProcessService
let account: Account

beforeAll(async () => {
  service = await start({ where: 'process', env: { DNS_TIMEOUT_MS: '20000', LOG_LEVEL: 'warn' } })
})

beforeEach(async () => {
  account = await service.account({ perMonth: USED + LEFT })
  for (let count = 0; count < USED; count++) expect((await verify('/v1/verify')).status).toBe(200)
})

afterAll(() => service.stop())

async function killAndStart(): Promise<void> {
  await service.kill()
  await service.start()
}

const held = () => ask('/v1/verify', { email: 'ada@timeout.mailproof.net' })

async function ask(path: string, body: unknown): Promise<Answer> {
  const { request, close } = client(service.url)
  try {
    return await request('POST', path, { key: account.key, body })
  } finally {
    close()
  }
}

const verify = (path: string) => ask(path, { email: 'ada@explicit.mailproof.net' })

/** All concurrently, each on its own connection. */
const race = (racers = RACERS) =>
  Promise.allSettled(
    Array.from({ length: racers }, (_, index) => verify(index % 2 === 0 ? '/v1/verify' : '/v2/verify')),
  )

const statuses = (settled: readonly PromiseSettledResult<Answer>[]) => {
  const counts: { [status: string]: number } = {}
  for (const each of settled) {
    const status = each.status === 'fulfilled' ? each.value.status : 'no answer'
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

const used = async (): Promise<number> => (await service.usage(account.key)).verifications

/** Events of the account in the log, read while the service writes to it. */
async function logged(): Promise<{ charged: number; limitsReached: number }> {
  let charged = 0
  let limitsReached = 0
  for await (const { type, data } of readLog(service.settings)) {
    const { account: owner, charged: more } = data as { account: string; charged?: number }
    if (owner !== account.id) continue
    if (type === 'UsageLimitReached') limitsReached++
    charged += more ?? 0
  }
  return { charged, limitsReached }
}

describe('two hundred concurrent requests for the last fifty addresses of a month', () => {
  test('get exactly fifty, and the others are refused with the quota', async () => {
    const settled = await race()
    expect(statuses(settled)).toEqual({ 200: LEFT, 429: RACERS - LEFT })
    for (const each of settled) {
      if (each.status === 'fulfilled' && each.value.status === 429) {
        expect(each.value.body.error.details).toMatchObject({ scope: 'month', remaining: 0 })
      }
    }
    expect(await used()).toBe(USED + LEFT)
    expect(await logged()).toEqual({ charged: USED + LEFT, limitsReached: 1 })
  })

  test('get exactly fifty after a kill, when usage is known only from the log', async () => {
    await killAndStart()
    expect(statuses(await race())).toEqual({ 200: LEFT, 429: RACERS - LEFT })
    expect(await used()).toBe(USED + LEFT)
    await killAndStart()
    expect(statuses(await race(10))).toEqual({ 429: 10 })
    await service.setLimits([account], { perMonth: USED + 2 * LEFT })
    expect(statuses(await race())).toEqual({ 200: LEFT, 429: RACERS - LEFT })
    expect(await logged()).toEqual({ charged: USED + 2 * LEFT, limitsReached: 1 })
  })

  test('get fifty in all when the service is killed in the middle', async () => {
    let answers = 0
    const racing = Promise.allSettled(
      Array.from({ length: RACERS }, async (_, index) => {
        const answer = await (index < HELD ? held() : verify('/v1/verify'))
        if (++answers === 10) await service.kill()
        return answer
      }),
    )
    const first = statuses(await racing)
    await service.start()
    const second = statuses(await race())
    expect((first[200] ?? 0) + (second[200] ?? 0)).toBeLessThanOrEqual(LEFT)
    expect(first['no answer']).toBeGreaterThan(0)
    expect(await used()).toBe(USED + LEFT)
    expect((await logged()).charged).toBe(USED + LEFT)
  })
})

test('concurrent batches are charged in full or not at all', async () => {
  const emails = Array.from({ length: 7 }, (_, index) => `ada${index}@explicit.mailproof.net`)
  const settled = await Promise.allSettled(Array.from({ length: 40 }, () => ask('/v1/verify/batch', { emails })))
  expect(statuses(settled)).toEqual({ 200: 7, 429: 33 })
  expect(await used()).toBe(USED + 49)
  expect(statuses([...(await race(3))])).toEqual({ 200: 1, 429: 2 })
})

test('results that DNS left unknown are charged to no account, and stay available', async () => {
  const unknown = () => ask('/v1/verify', { email: 'ada@servfail.mailproof.net' })
  const settled = await Promise.allSettled(Array.from({ length: 40 }, unknown))
  expect(statuses(settled)).toEqual({ 200: 40 })
  expect(await used()).toBe(USED)
  expect(statuses(await race())).toEqual({ 200: LEFT, 429: RACERS - LEFT })
})
