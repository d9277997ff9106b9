// Recent activity of the pool over REST, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { problemPaths } from '../../testbed/contract/answers.js'
import { accountNamed } from '../../testbed/features/poolFlow.js'
import { addressNamed, causeId } from '../../testbed/given/poolEvents.js'
import { asksPool, contributes } from '../../testbed/given/poolLog.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { itIs, itIsNow } from '../support/calendar.js'
import { describeMethods, describeParameters, testForms } from '../support/promises.js'
import { describeRevalidation } from './revalidation.js'

let api: InProcessService
beforeAll(async () => {
  itIs('2026-11-21T09:00:00Z')
  api = await start()
})
afterAll(async () => {
  await api.stop()
  itIsNow()
})

const activity = async (query = '') => (await api.call('getPoolActivity', { query })).body
const bulk = (name: string) => ({ source: 'batch', group: causeId(name) }) as const

describe('200', () => {
  test('is empty for an empty pool', async () => {
    expect(await activity()).toEqual({
      success: true,
      timestamp: expect.stringMatching(/^2026-11-21T09:0\d:/),
      activity: [],
      metrics: { events_shown: 0, activity_last_hour: 0, most_common_type: 'none' },
    })
  })

  test('lists events newest first; a batch is one item', async () => {
    await contributes(api, { newDomain: true, provider: 'gmail' }, { newDomain: true }, {})
    await asksPool(api, { pool: 'public', lookUps: 1, hits: 1 })
    await asksPool(api, { pool: 'public', lookUps: 1, hits: 0 })
    await contributes(api, bulk('one'), bulk('two'), bulk('one'), bulk('one'))
    const body = await activity()
    const timestamp = expect.stringMatching(/^2026-11-21T09:0\d:\d\d\.\d{3}Z$/)
    const icon = expect.stringMatching(/^\p{Emoji}/u)
    const item = (type: string, message: string, more = {}) => ({ type, message, timestamp, icon, ...more })
    expect(body.activity).toEqual([
      item('bulk', '3 validations of a batch were contributed', { source: 'batch' }),
      item('bulk', 'A validation of a batch was contributed', { source: 'batch' }),
      item('cache_hit', 'An address was answered from the pool'),
      item('validation', 'A validation was contributed'),
      item('new_domain', 'The first address of a new domain was contributed'),
      item('new_domain', 'The first address of a new domain was contributed', { provider: 'gmail' }),
    ])
    expect(body.metrics).toEqual({ events_shown: 6, activity_last_hour: 8, most_common_type: 'bulk' })
    const times = body.activity.map((each: { timestamp: string }) => each.timestamp)
    expect(times).toEqual(times.toSorted().reverse())
  })

  test('returns up to the limit, fifty by default; the count is for the whole hour', async () => {
    await contributes(api, ...Array.from({ length: 150 }, () => ({})))
    const shown = async (query: string) => (await activity(query)).activity.length
    expect(await shown('')).toBe(50)
    expect(await shown('?limit=1')).toBe(1)
    expect(await shown('?limit=100')).toBe(100)
    expect((await activity('?limit=1')).metrics).toEqual({
      events_shown: 1,
      activity_last_hour: 158,
      most_common_type: 'validation',
    })
  })

  test('contains no address, no personal domain, and no account', async () => {
    const account = accountNamed('canary')
    const address = addressNamed('canary')
    await contributes(api, { account, address, domain: 'canary.example', newDomain: true })
    const { text } = await api.call('getPoolActivity')
    for (const secret of [account, address, 'canary', 'c_', '@']) expect(text).not.toContain(secret)
  })

  test('includes nothing of the pools of organisations', async () => {
    const before = await activity()
    const pool = accountNamed('organisation')
    await contributes(api, { account: pool, pool })
    await asksPool(api, { pool, lookUps: 1, hits: 1 })
    expect(await activity()).toEqual({ ...before, timestamp: expect.any(String) })
  })

  test('still lists items older than an hour, but does not count them', async () => {
    itIs('2026-11-21T10:05:00Z')
    const { activity: items, metrics } = await activity()
    expect(items).toHaveLength(50)
    expect(metrics).toMatchObject({ events_shown: 50, activity_last_hour: 0 })
  })
})

describeRevalidation(() => api, 'getPoolActivity', { change: () => contributes(api, {}), weak: true })

describe('400', () => {
  describeParameters(() => api, 'getPoolActivity')

  test.each(['?limit=0', '?limit=101', '?limit=-1', '?limit=all', '?limit=', '?limit=1&limit=2', '?limit=%31%30%31'])(
    '%s',
    async (query) => {
      const answer = await api.call('getPoolActivity', { query })
      expect(answer.status).toBe(400)
      expect(problemPaths(answer)).toEqual(['/limit'])
    },
  )
})

describeMethods(() => api, 'getPoolActivity')
describe('the forms of its path', () => testForms(() => api, 'getPoolActivity'))
