// The pool over GraphQL equals the pool over REST.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { camel } from '../../src/api/graphql/camel.js'
import type { Answer } from '../../testbed/callers/client.js'
import { ask, codesOf, dataOf } from '../../testbed/callers/graphql.js'
import { greetedSocket } from '../../testbed/callers/graphqlSocket.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
let keys: string[]
beforeAll(async () => {
  api = await start({
    env: { POOL_MIN_CONTRIBUTORS: '1', POOL_DOMAIN_MIN_ADDRESSES: '1', POOL_DOMAIN_MIN_CONTRIBUTORS: '1' },
  })
  keys = []
  for (const [count, plan] of [
    [3, 'growth'],
    [5, 'starter'],
    [2, 'enterprise'],
  ] as const) {
    const { key } = await api.account({ plan })
    keys.push(key)
    for (let n = 0; n < count; n++) {
      const email = `${plan}${n}@${n === 0 ? 'implicit' : 'explicit'}.mailproof.net`
      await api.call('verifyEmail', { key, body: { email, share_signals: true } })
    }
  }
  const stats = () => api.call('getPoolStats')
  await eventually(stats, ({ body }) => body.total_validations === 8)
})
afterAll(() => api.stop())

/** A REST response in the names of GraphQL. */
const rest = async (
  operation: Parameters<InProcessService['call']>[0],
  query = '',
  key?: string,
): Promise<Answer['body']> => camel((await api.call(operation, { query, ...(key && { key }) })).body)
const upper = (word: string): string => word.toUpperCase().replace('-', '_')

const HISTORY = `query ($from: String, $to: String, $first: Int, $after: String) {
  poolHistory(from: $from, to: $to, first: $first, after: $after) { totalCount pageInfo { hasNextPage endCursor }
    edges { node { day contributorId contributions countedContributions uniqueContributions creditsEarned level
      verdicts { valid invalid } } } } }`

describe('public queries', () => {
  test('poolStats equals REST, with its map as a list in the same order', async () => {
    const query = `{ poolStats { totalValidations uniqueEmails hitRate avgResponseTimeMs activeContributors
      coverageByDomain { domain percent } } }`
    const { coverageByDomain, ...figures } = (await dataOf(api, query)).poolStats
    const { coverageByDomain: map, ...others } = await rest('getPoolStats')
    expect(figures).toEqual(others)
    const { body } = await api.call('getPoolStats')
    expect(coverageByDomain).toEqual(
      Object.entries(body.coverage_by_domain).map(([domain, percent]) => ({ domain, percent })),
    )
    expect(Object.keys(map)).toHaveLength(coverageByDomain.length)
    expect(coverageByDomain[0].domain).toBe('explicit.mailproof.net')
  })

  test.each(['daily', 'weekly', 'monthly', 'all-time'])(
    'poolLeaderboard of the period %s equals REST',
    async (period) => {
      const query = `query ($period: LeaderboardPeriod!) { poolLeaderboard(period: $period) { period
      contributors { rank contributorId contributions countedContributions uniqueContributions creditsEarned badge level } } }`
      const { poolLeaderboard } = await dataOf(api, query, { variables: { period: upper(period) } })
      const { contributors } = await rest('getPoolLeaderboard', `?period=${period}`)
      expect(poolLeaderboard.period).toBe(upper(period))
      expect(poolLeaderboard.contributors).toEqual(
        contributors.map(({ badge, ...entry }: { badge: string }) => ({ ...entry, badge: upper(badge) })),
      )
      expect(contributors.map(({ contributions }: { contributions: number }) => contributions)).toEqual([5, 3])
    },
  )

  test('poolActivity equals REST', async () => {
    const query = `query ($limit: Int) { poolActivity(limit: $limit) { success timestamp
      activity { type message timestamp icon provider source } metrics { eventsShown activityLastHour mostCommonType } } }`
    const { poolActivity } = await dataOf(api, query, { variables: { limit: 3 } })
    const { activity, metrics } = await rest('getPoolActivity', '?limit=3')
    expect(poolActivity.metrics).toEqual(metrics)
    expect(poolActivity.activity).toEqual(
      activity.map((item: { type: string }) => ({ provider: null, source: null, ...item, type: upper(item.type) })),
    )
    expect(activity).toHaveLength(3)
  })

  test('poolDays has the totals of thirty UTC days, which are those of poolStats and name no account', async () => {
    const { poolDays, poolStats } = await dataOf(
      api,
      '{ poolDays { day contributions hits } poolStats { totalValidations } }',
    )
    expect(poolDays).toHaveLength(30)
    const today = new Date().toISOString().slice(0, 10)
    expect(poolDays.at(-1).day).toBe(today)
    expect(poolDays.map(({ day }: { day: string }) => day)).toEqual(
      Array.from({ length: 30 }, (_, ago) =>
        new Date(Date.parse(today) - (29 - ago) * 86_400_000).toISOString().slice(0, 10),
      ),
    )
    const empty = poolDays.slice(0, -1).map(({ day }: { day: string }) => ({ day, contributions: 0, hits: 0 }))
    expect(poolDays).toEqual([...empty, { day: today, contributions: poolStats.totalValidations, hits: 0 }])
  })

  test('need no key, and ignore an invalid one', async () => {
    const query = '{ poolStats { uniqueEmails } poolDays { day } poolLeaderboard { period } poolActivity { success } }'
    expect(await dataOf(api, query)).toEqual(await dataOf(api, query, { key: 'nonsense' }))
  })
})

describe("the contributor's own queries", () => {
  test('poolContributions equals REST', async () => {
    const query = `query ($page: Int) { poolContributions(period: TODAY, page: $page, limit: 2) { period
      summary { totalContributions countedContributions uniqueContributions totalCredits currentBadge }
      contributions { timestamp emailHash creditsEarned counted unique } pagination { page limit total hasMore } } }`
    for (const [key, page] of [
      [keys[0]!, 1],
      [keys[1]!, 2],
      [keys[2]!, 1],
    ] as const) {
      const { poolContributions } = await dataOf(api, query, { key, variables: { page } })
      const { period, summary, ...others } = await rest(
        'getPoolContributions',
        `?period=today&page=${page}&limit=2`,
        key,
      )
      expect(poolContributions).toEqual({
        ...others,
        period: upper(period),
        summary: { ...summary, currentBadge: upper(summary.currentBadge) },
      })
    }
  })

  test('contributions are those of poolContributions, in pages of any size', async () => {
    const query = `query ($first: Int!, $after: String) { contributions(period: TODAY, first: $first, after: $after) {
      totalCount pageInfo { hasNextPage endCursor } nodes { timestamp emailHash creditsEarned counted unique } } }`
    for (const [index, total] of [3, 5, 2].entries()) {
      const key = keys[index]!
      const { contributions } = await rest('getPoolContributions', '?period=today&limit=100', key)
      for (const first of [1, 2, 100]) {
        const seen: object[] = []
        for (let after: string | null = null; ; ) {
          const { contributions: page } = await dataOf(api, query, { key, variables: { first, after } })
          expect(page.totalCount).toBe(total)
          seen.push(...page.nodes)
          if (!page.pageInfo.hasNextPage) break
          after = page.pageInfo.endCursor
        }
        expect(seen).toEqual(contributions)
      }
    }
  })

  test('a page of contributions does not move while others are added', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const contribute = (email: string) => api.call('verifyEmail', { key, body: { email, share_signals: true } })
    for (let n = 0; n < 3; n++) await contribute(`moving${n}@explicit.mailproof.net`)
    const query = `query ($after: String) { contributions(first: 2, after: $after) { nodes { emailHash } pageInfo { endCursor } } }`
    const { contributions: first } = await dataOf(api, query, { key })
    await contribute('later@explicit.mailproof.net')
    const variables = { after: first.pageInfo.endCursor }
    const { contributions: second } = await dataOf(api, query, { key, variables })
    expect(second.nodes).toHaveLength(1)
    expect(first.nodes).not.toContainEqual(second.nodes[0])
  })

  test('poolRank and poolLevels equal REST', async () => {
    for (const key of keys) {
      const query =
        '{ poolRank { rank apiKeyId contributions countedContributions level levelBadge } poolLevels { name minContributions count } }'
      const { poolRank, poolLevels } = await dataOf(api, query, { key })
      const { levelBadge, ...rank } = await rest('getPoolRank', '', key)
      expect(poolRank).toEqual({ ...rank, levelBadge: upper(levelBadge) })
      expect({ levels: poolLevels }).toEqual(await rest('getPoolLevels', '', key))
    }
  })

  test('poolHistory equals REST, in pages of any size', async () => {
    for (const key of [keys[0]!, keys[2]!]) {
      const { text } = await api.call('getPoolHistory', { key })
      const rows = text
        .trim()
        .split('\n')
        .map((line) => camel(JSON.parse(line)))
      for (const first of [1, 100]) {
        const seen: object[] = []
        for (let after: string | null = null; ; ) {
          const { poolHistory: page } = await dataOf(api, HISTORY, { key, variables: { first, after } })
          expect(page.totalCount).toBe(rows.length)
          seen.push(...page.edges.map(({ node }: { node: object }) => node))
          if (!page.pageInfo.hasNextPage) break
          after = page.pageInfo.endCursor
        }
        expect(seen).toEqual(rows)
      }
    }
  })

  test('require a key', async () => {
    const query =
      '{ poolContributions { period } contributions { totalCount } poolRank { rank } poolLevels { name } poolHistory { edges { cursor } } }'
    const answer = await ask(api, query)
    expect(codesOf(answer)).toEqual(Array(5).fill('MISSING_API_KEY'))
    expect(answer.body.data).toEqual({
      poolContributions: null,
      contributions: null,
      poolRank: null,
      poolLevels: null,
      poolHistory: null,
    })
  })
})

describe('an invalid query', () => {
  test.each([
    ['an unknown period', '{ poolLeaderboard(period: YEARLY) { period } }'],
    ['a period in the words of REST', '{ poolLeaderboard(period: "weekly") { period } }'],
    ['a period of others', '{ poolContributions(period: WEEKLY) { period } }'],
    ['limit 0', '{ poolLeaderboard(limit: 0) { period } }'],
    ['limit 101', '{ poolActivity(limit: 101) { success } }'],
    ['page 0', '{ poolContributions(page: 0) { period } }'],
    ['an argument twice', '{ poolActivity(limit: 1, limit: 2) { success } }'],
    ['an argument that is not there', '{ poolActivity(page: 1) { success } }'],
  ])('is refused before execution: %s', async (_, query) => {
    const answer = await ask(api, query, { key: keys[0]! })
    expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 400, codes: ['VALIDATION_ERROR'] })
  })

  test.each([
    ['a day that is none', { from: '2026-02-30' }, '/from'],
    ['an end before its beginning', { from: '2026-11-02', to: '2026-11-01' }, '/from'],
    ['a cursor that is none', { after: 'x' }, '/after'],
    ['an empty cursor', { after: '' }, '/after'],
  ])('is refused by poolHistory: %s', async (_, variables, path) => {
    const answer = await ask(api, HISTORY, { key: keys[0]!, variables })
    expect(answer.body.errors).toMatchObject([
      { extensions: { code: 'VALIDATION_ERROR', details: { problems: [{ path }] } } },
    ])
  })

  test('is refused with a cursor of another history', async () => {
    const { poolHistory } = await dataOf(api, HISTORY, { key: keys[0]!, variables: { first: 1 } })
    const { endCursor: after } = poolHistory.pageInfo
    for (const [key, more] of [
      [keys[1]!, {}],
      [keys[0]!, { from: '2026-01-01' }],
    ] as const) {
      expect(codesOf(await ask(api, HISTORY, { key, variables: { after, ...more } }))).toEqual(['VALIDATION_ERROR'])
    }
  })
})

describe('a cursor of another list', () => {
  const lists = [
    ['contributions', '{ nodes { emailHash } }'],
    ['poolHistory', '{ nodes { day } }'],
    ['decisions', '{ nodes { id } }'],
    ['audit', '{ nodes { id } }'],
    ['backtests', '{ nodes { id } }'],
    ['rulesVersions', '{ nodes { version } }'],
    ['batches', '{ nodes { id } }'],
  ] as const

  test.each(lists)('is refused by %s, as its argument `after`', async (name, fields) => {
    const { body } = await ask(api, `{ ${name}(after: "x") ${fields} }`, { key: keys[0]! })
    const message = '`after` is not a cursor of this list'
    expect(body.errors).toMatchObject([
      {
        message: `${message}.`,
        extensions: { code: 'VALIDATION_ERROR', details: { problems: [{ path: '/after', message }] } },
      },
    ])
  })
})

describe('the subscription poolActivity', () => {
  test('streams events to anyone as they happen, without the address', async () => {
    const raw = await greetedSocket(api)
    raw.send({
      id: '1',
      type: 'subscribe',
      payload: { query: 'subscription { poolActivity { type message timestamp icon } }' },
    })
    // The start of a subscription is not confirmed: earlier events may be missed.
    let received: Awaited<ReturnType<typeof raw.next>> | undefined
    void raw.next().then((message) => {
      received = message
    })
    let n = 0
    await eventually(
      async () => {
        if (!received)
          await api.call('verifyEmail', {
            key: keys[0]!,
            body: { email: `canary${n++}@explicit.mailproof.net`, share_signals: true },
          })
        return received
      },
      (message) => message !== undefined,
    )
    expect(received).toMatchObject({
      type: 'next',
      payload: { data: { poolActivity: { type: 'VALIDATION', message: expect.any(String), icon: '✅' } } },
    })
    expect(JSON.stringify(received)).not.toMatch(/canary|explicit/)
    raw.socket.terminate()
  })
})
