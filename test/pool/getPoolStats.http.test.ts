// The pool's statistics over REST, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { accountNamed } from '../../testbed/features/poolFlow.js'
import { asksPool, contributes } from '../../testbed/given/poolLog.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { itIs, itIsNow } from '../support/calendar.js'
import { describeMethods, describeParameters, testForms } from '../support/promises.js'
import { describeRevalidation } from './revalidation.js'

let api: InProcessService
beforeAll(async () => {
  itIs('2026-10-10T09:00:00Z')
  api = await start()
})
afterAll(async () => {
  await api.stop()
  itIsNow()
})

const stats = async () => (await api.call('getPoolStats')).body
const contributor = (name: string) => ({ account: accountNamed(name) })
/** The contribution with which enough accounts have shared an address. */
const published = (name: string) => ({ ...contributor(name), publishes: true }) as const

describe('200', () => {
  test('is zeros for an empty pool, without a division by zero', async () => {
    expect(await stats()).toEqual({
      total_validations: 0,
      unique_emails: 0,
      hit_rate: 0,
      avg_response_time_ms: 0,
      active_contributors: 0,
      coverage_by_domain: {},
    })
  })

  test('counts contributions, addresses, and accounts that contributed in the last thirty days', async () => {
    await contributes(api, published('long ago'), { ...contributor('still here'), unique: false })
    expect(await stats()).toMatchObject({ total_validations: 2, unique_emails: 1, active_contributors: 2 })
    itIs('2026-11-10T09:00:00Z')
    await contributes(api, { ...contributor('still here'), unique: false }, published('new'))
    expect(await stats()).toMatchObject({ total_validations: 4, unique_emails: 2, active_contributors: 2 })
  })

  test('says nothing of addresses that fewer accounts shared, except how many contributions were made', async () => {
    const { total_validations, ...before } = await stats()
    await contributes(
      api,
      { ...contributor('new'), domain: 'gmail.com' },
      { ...contributor('new'), domain: 'gmail.com' },
    )
    expect(await stats()).toEqual({ ...before, total_validations: total_validations + 2 })
  })

  test('reports the hit rate of the pool, and the average time of verifications that queried it', async () => {
    await asksPool(api, { pool: 'public', lookUps: 1, hits: 0 }, { durationUs: 8_000 })
    expect(await stats()).toMatchObject({ hit_rate: 0, avg_response_time_ms: 8 })
    await asksPool(api, { pool: 'public', lookUps: 1, hits: 1 }, { durationUs: 1_000 })
    await asksPool(api, { pool: 'public', lookUps: 1, hits: 1 }, { durationUs: 1_001 })
    expect(await stats()).toMatchObject({ hit_rate: 0.6667, avg_response_time_ms: 3.33 })
  })

  test('names a domain only if that identifies no contributor, and always a large provider', async () => {
    const addresses = (count: number, domain: string, accounts: number) =>
      contributes(
        api,
        ...Array.from({ length: count }, (_, index) => ({ domain, ...published(`owner ${index % accounts}`) })),
      )
    await addresses(5, 'named.example', 3)
    await addresses(4, 'small.example', 3)
    await addresses(6, 'lonely.example', 2)
    await addresses(1, 'gmail.com', 1)
    const { unique_emails: unique, coverage_by_domain: coverage } = await stats()
    const percent = (count: number) => Math.round((10_000 * count) / unique) / 100
    expect(coverage).toEqual({
      'named.example': percent(5),
      'gmail.com': percent(1),
      other: percent(unique - 6),
    })
    expect(Object.keys(coverage)).toEqual(['named.example', 'gmail.com', 'other'])
  })

  test('includes nothing of the pools of organisations', async () => {
    const before = await stats()
    const pool = accountNamed('organisation')
    await contributes(api, { ...contributor('organisation'), pool, domain: 'gmail.com' })
    await asksPool(api, { pool, lookUps: 1, hits: 1 })
    expect(await stats()).toEqual(before)
  })

  test('contains neither accounts nor addresses', async () => {
    const { text } = await api.call('getPoolStats')
    expect(text).not.toMatch(/@|[0-9a-f]{8}-|c_/)
  })
})

describeRevalidation(() => api, 'getPoolStats', { change: () => contributes(api, {}) })
describe('400', () => describeParameters(() => api, 'getPoolStats'))
describeMethods(() => api, 'getPoolStats')
describe('the forms of its path', () => testForms(() => api, 'getPoolStats'))
