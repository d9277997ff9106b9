// The same requests to two API processes at the same time.
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { perAccount } from '../../src/kernel/limits.js'
import { type Answer, client } from '../../testbed/callers/client.js'
import { eventually } from '../../testbed/eventually.js'
import { collect } from '../../testbed/given/events.js'
import { readLog } from '../../testbed/records/readLog.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { describeShapes } from '../support/describeShapes.js'

/** Set CONTRIBUTIONS for more. */
const CONTRIBUTIONS = Number(process.env.CONTRIBUTIONS ?? 40)
const CONCURRENT = 8
/** Per contribution on a slow machine. */
const CONTRIBUTION_MS = 1_000
jest.setTimeout(Math.max(240_000, CONTRIBUTIONS * CONTRIBUTION_MS))

const PER_MONTH = 60
const MAX_WEBHOOKS = perAccount.webhooks.max
const BATCH_ROWS = 1_000

const ORIGIN = 'https://shop.example'
const REVOKED_WITHIN_MS = 1_000

describeShapes('requests to two API processes at the same time', (start) => {
  let service: ProcessService
  let apis: ReturnType<typeof client>[]
  beforeAll(async () => {
    service = await start({ WRITES_PER_MINUTE: '1000', WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' })
    const [one, other = one] = service.apis.map(({ url }) => client(url))
    apis = [one!, other!]
  })
  afterAll(async () => {
    for (const api of apis) api.close()
    await service?.dispose()
  })

  const both = (...args: Parameters<(typeof apis)[0]['request']>): Promise<Answer[]> =>
    Promise.all(apis.map(({ request }) => request(...args)))

  test('is contributed to the pool once per address', async () => {
    const { key } = await service.account({ plan: 'growth' })
    const addresses = Array.from({ length: CONTRIBUTIONS }, (_, number) => `a${number}@explicit.mailproof.net`)
    const unfinished = addresses.values()
    let unique = 0
    const work = async () => {
      for (const email of unfinished) {
        const answers = await both('POST', '/v1/verify', { key, body: { email, share_signals: true } })
        for (const { status } of answers) expect([200, 502]).toContain(status)
        unique += answers.filter(({ body }) => body.unique_contribution === true).length
        // A busy machine: the outcome of a 502 is unknown.
        if (answers.some(({ status }) => status === 502)) await contribute(key, email)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENT }, work))
    const events = await collect(readLog(service.settings))
    const contributed = events.filter(({ type }) => type === 'ValidationContributed').map(({ stream }) => stream)
    expect(contributed).toHaveLength(CONTRIBUTIONS)
    expect(new Set(contributed).size).toBe(CONTRIBUTIONS)
    expect(unique).toBeLessThanOrEqual(CONTRIBUTIONS)
  })

  const contribute = (key: string, email: string) =>
    eventually(
      () => service.request('POST', '/v1/verify', { key, body: { email, share_signals: true } }),
      ({ status }) => status === 200,
    )

  test('never leaves an account without a key, nor with more than ten', async () => {
    const { key } = await service.account()
    const made = await Promise.all(
      Array.from({ length: 8 }, () => both('POST', '/v1/keys/generate', { key, body: {} })),
    )
    expect(made.flat().filter(({ status }) => status === 201)).toHaveLength(9)
    const keys: { id: string }[] = (await service.request('GET', '/v1/keys', { key })).body.keys
    expect(keys).toHaveLength(10)
    const deleted = await Promise.all(
      keys.map(({ id }, number) => apis[number % 2]!.request('DELETE', `/v1/keys/${id}`, { key })),
    )
    // The key of the requests is one of them: the requests after its end are refused.
    expect(deleted.filter(({ status }) => status === 200).length).toBeLessThan(10)
  })

  test.each([
    ['secret', {}, 'POST /v1/verify'],
    ['publishable', { publishable: true, origins: [ORIGIN] }, 'POST /v1/check'],
  ])('refuses a %s key everywhere a second after it was revoked', async (_, kind, operation) => {
    const { key } = await service.account({ plan: 'growth' })
    const { api_key, key: made } = (await service.call('generateKey', { key, body: kind })).body
    const sent = { key: api_key, body: { email: 'ada@explicit.mailproof.net' }, headers: { Origin: ORIGIN } }
    const [method, path] = operation.split(' ') as [string, string]
    const ask = async () => (await both(method, path, sent)).map(({ status }) => status)
    await eventually(ask, (statuses) => statuses.every((status) => status === 200))
    const revoked = await apis[0]!.request('DELETE', `/v1/keys/${made.id}`, { key })
    expect(revoked.status).toBe(200)
    expect((await ask())[0]).toBe(401)
    await setTimeout(REVOKED_WITHIN_MS)
    expect(new Set(await ask())).toEqual(new Set([401]))
  })

  test('never leaves an account with more than fifty webhooks', async () => {
    const { key } = await service.account()
    const create = (number: number) =>
      both('POST', '/v1/webhooks', { key, body: { url: `http://127.0.0.1:9999/${number}` } })
    const answers: Answer[] = []
    for (let number = 0; answers.filter(({ status }) => status === 201).length < MAX_WEBHOOKS - 2; number++) {
      answers.push(...(await create(number)))
    }
    const last = (await Promise.all(Array.from({ length: 8 }, (_, number) => create(100 + number)))).flat()
    expect(last.every(({ status }) => status === 201 || status === 400)).toBe(true)
    const { webhooks } = (await service.request('GET', '/v1/webhooks', { key })).body
    const created = [...answers, ...last].filter(({ status }) => status === 201).map(({ body }) => body.webhook.id)
    expect(webhooks.map(({ id }: { id: string }) => id).sort()).toEqual(created.sort())
    expect(webhooks.length).toBeLessThanOrEqual(MAX_WEBHOOKS)
  })

  test('is charged within the limit of the month', async () => {
    const { key } = await service.account({ perMonth: PER_MONTH })
    const verify = () => both('POST', '/v1/verify', { key, body: { email: 'ada@explicit.mailproof.net' } })
    const answers = (await Promise.all(Array.from({ length: PER_MONTH }, verify))).flat()
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(PER_MONTH)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(PER_MONTH)
  })

  test('is submitted once under one Idempotency-Key, and run once although its workers are killed', async () => {
    const { key } = await service.account({ plan: 'growth', perMonth: 100_000 })
    const emails = Array.from({ length: BATCH_ROWS }, (_, number) => `b${number}@explicit.mailproof.net`)
    const body = { emails, async: true }
    const headers = { 'Idempotency-Key': 'one-batch' }
    const answers = await both('POST', '/v1/verify/bulk/agent', { key, body, headers })
    const accepted = answers.filter(({ status }) => status === 202)
    // The other may get the error that the first is still in progress.
    expect(answers.map(({ status }) => [202, 409].includes(status))).toEqual([true, true])
    expect(new Set(accepted.map(({ body: { batch_id } }) => batch_id)).size).toBe(1)
    for (const worker of service.processes.filter(({ role }) => role !== 'api')) {
      await worker.kill()
      await service.replace(worker)
    }
    const batch = () => service.request('GET', `/v1/batch/${accepted[0]!.body.batch_id}`, { key })
    const ended = await eventually(batch, ({ body }) => ['completed', 'failed'].includes(body.status), 120_000)
    expect(ended.body).toMatchObject({ status: 'completed', total: BATCH_ROWS, processed: BATCH_ROWS })
    const used = async () =>
      (await service.request('GET', '/v1/stats', { key })).body.current_month.verifications as number
    expect(await eventually(used, (count) => count >= BATCH_ROWS)).toBe(BATCH_ROWS)
  })
})
