// A sandbox key shows nothing of its account's live data.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Plan } from '../../src/features/accounts/index.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { contributes } from '../../testbed/given/poolLog.js'
import { poolSeen } from '../../testbed/records/contributions.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

/** An account that has verified and contributed, with a sandbox key. */
async function busy(plan: Plan) {
  const { id, key } = await api.account({ plan })
  await api.generate(key, { name: 'production' })
  const sandbox = await api.generate(key, { name: 'web page', sandbox: true })
  await api.call('verifyEmail', { key, body: { email: 'ada@explicit.mailproof.net', share_signals: true } })
  await contributes(api, { account: id }, { account: id, pool: id })
  await poolSeen(api)
  return { id, key, sandbox }
}

describe.each<Plan>(['growth', 'enterprise'])('a sandbox key on the %s plan shows nothing live', (plan) => {
  test('of the account: it gets the same made-up account as everyone', async () => {
    const { id, sandbox } = await busy(plan)
    const { body } = await api.call('getAccount', { key: sandbox.key })
    expect(body).toEqual({
      id,
      email: 'sandbox@example.com',
      name: 'Sandbox',
      plan,
      email_confirmation: 'off',
      keep_addresses_days: 0,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    })
  })

  test('of the keys: it lists sandbox keys only', async () => {
    const { key, sandbox } = await busy(plan)
    const idsOf = async (apiKey: string) =>
      (await api.call('listKeys', { key: apiKey })).body.keys.map(({ id }: { id: string }) => id)
    expect(await idsOf(sandbox.key)).toEqual([sandbox.id])
    expect(await idsOf(key)).toHaveLength(3)
    const made = await api.generate(sandbox.key, { name: 'another' })
    expect(await idsOf(sandbox.key)).toEqual([sandbox.id, made.id])
  })

  test('of the usage: it has zero used, and the limits of the plan', async () => {
    const { key, sandbox } = await busy(plan)
    const { body: live } = await api.call('getUsage', { key })
    expect(live.current_month.verifications).toBe(1)
    const { limit } = live.current_month
    expect((await api.call('getUsage', { key: sandbox.key })).body).toEqual({
      ...live,
      current_month: { verifications: 0, limit, remaining: limit },
    })
  })

  test('of the pool: no contributions, no rank, no history', async () => {
    const { key, sandbox } = await busy(plan)
    const ask = async (operation: 'getPoolContributions' | 'getPoolRank' | 'getPoolHistory', apiKey: string) =>
      api.call(operation, { key: apiKey })
    expect((await ask('getPoolContributions', key)).body.pagination.total).toBeGreaterThan(0)
    expect((await ask('getPoolContributions', sandbox.key)).body).toEqual({
      period: 'week',
      summary: {
        total_contributions: 0,
        counted_contributions: 0,
        unique_contributions: 0,
        total_credits: 0,
        current_badge: 'bronze',
      },
      contributions: [],
      pagination: { page: 1, limit: 20, total: 0, has_more: false },
    })
    expect((await ask('getPoolRank', key)).body.rank).toBeGreaterThan(0)
    expect((await ask('getPoolRank', sandbox.key)).body).toEqual({
      rank: 0,
      api_key_id: expect.stringMatching(/^mpt_/),
      contributions: 0,
      counted_contributions: 0,
      level: 'Contributor',
      level_badge: 'contributor',
    })
    expect((await ask('getPoolHistory', key)).text).not.toBe('')
    expect((await ask('getPoolHistory', sandbox.key)).text).toBe('')
  })

  test('over GraphQL: no email, usage, rank, contribution or history', async () => {
    const { sandbox } = await busy(plan)
    const query = `{ me { email name createdAt keys { id } } usage { currentMonth { verifications } }
      poolRank { rank contributions } poolContributions { pagination { total } contributions { emailHash } }
      contributions { totalCount nodes { emailHash } } decisions { totalCount nodes { id } }
      poolHistory(first: 10) { totalCount edges { node { contributions } } } }`
    expect(await dataOf(api, query, { key: sandbox.key })).toMatchObject({
      me: { email: 'sandbox@example.com', name: 'Sandbox', keys: [{ id: sandbox.id }] },
      usage: { currentMonth: { verifications: 0 } },
      poolRank: { rank: 0, contributions: 0 },
      poolContributions: { pagination: { total: 0 }, contributions: [] },
      contributions: { totalCount: 0, nodes: [] },
      decisions: { totalCount: 0, nodes: [] },
      poolHistory: { totalCount: 0, edges: [] },
    })
  })
})
