// Contributions by day over REST, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readDocument } from '../../src/api/contract/document.js'
import { problemPaths } from '../../testbed/contract/answers.js'
import { differences, type JsonSchema } from '../../testbed/contract/differences.js'
import { resolveReferences } from '../../testbed/contract/resolveReferences.js'
import { accountNamed } from '../../testbed/features/poolFlow.js'
import { addressNamed } from '../../testbed/given/poolEvents.js'
import { contributes, justContributed } from '../../testbed/given/poolLog.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { itIs, itIsNow } from '../support/calendar.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

interface Row {
  readonly day: string
  readonly contributor_id: string
  readonly contributions: number
}

const { components } = resolveReferences(readDocument()) as unknown as {
  components: { schemas: { [name: string]: JsonSchema } }
}

let api: InProcessService
let key: string
beforeAll(async () => {
  itIs('2016-11-21T09:00:00Z')
  api = await start()
  key = (await api.account()).key
})
afterAll(async () => {
  await api.stop()
  itIsNow()
})

const of = (name: string) => ({ account: accountNamed(name) })

/** The rows of a response, each validated against the contract. */
async function history(query = '', by = key): Promise<Row[]> {
  const { status, headers, text } = await api.call('getPoolHistory', { key: by, query })
  expect({ status, type: headers['content-type'], cut: headers['transfer-encoding'] }).toEqual({
    status: 200,
    type: 'application/x-ndjson',
    cut: 'chunked',
  })
  if (text === '') return []
  expect(text.endsWith('\n')).toBe(true)
  const rows = text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line))
  for (const row of rows) expect(differences(components.schemas.PoolHistory!['x-item-schema']!, row)).toEqual([])
  return rows
}

const daysOf = (rows: readonly Row[]): string[] => [...new Set(rows.map(({ day }) => day))]

describe('200', () => {
  test('is empty for an empty pool', async () => {
    expect(await history()).toEqual([])
  })

  test('has a row for each day and contributor, in that order', async () => {
    const [ada, bob] = [of('ada'), of('bob')]
    await contributes(api, ada, { ...ada, valid: false, unique: false, credits: 1 }, bob)
    itIs('2026-10-31T23:59:00Z')
    await contributes(api, bob, { ...bob, valid: false, credits: 0 })
    itIs('2026-11-01T00:00:00Z')
    await contributes(api, bob, ada)
    const rows = await history('?from=2016-11-21')
    const figures = rows.map(({ contributor_id: _, ...row }) => row)
    const one = {
      contributions: 1,
      counted_contributions: 1,
      unique_contributions: 1,
      credits_earned: 2,
      verdicts: { valid: 1, invalid: 0 },
      level: 'Contributor',
    }
    const two = {
      ...one,
      contributions: 2,
      counted_contributions: 2,
      credits_earned: 3,
      verdicts: { valid: 1, invalid: 1 },
    }
    const first = figures.slice(0, 2).sort((a, b) => a.contributions - b.contributions)
    expect(first).toEqual([
      { day: '2016-11-21', ...one },
      { day: '2016-11-21', ...two },
    ])
    expect(figures.slice(2)).toEqual([
      { day: '2026-10-31', ...two, counted_contributions: 1, unique_contributions: 2, credits_earned: 2 },
      { day: '2026-11-01', ...one },
      { day: '2026-11-01', ...one },
    ])
    const places = rows.map(({ day, contributor_id }) => `${day} ${contributor_id}`)
    expect(places).toEqual(places.toSorted())
    expect(new Set(rows.map(({ contributor_id }) => contributor_id)).size).toBe(2)
  })

  test('is of the last thirty days including today, by default', async () => {
    expect(daysOf(await history())).toEqual(['2026-10-31', '2026-11-01'])
    itIs('2026-11-29T12:00:00Z')
    expect(daysOf(await history())).toEqual(['2026-10-31', '2026-11-01'])
    itIs('2026-11-30T12:00:00Z')
    expect(daysOf(await history())).toEqual(['2026-11-01'])
  })

  test.each([
    ['?from=2026-10-31&to=2026-10-31', ['2026-10-31']],
    ['?from=2026-10-31&to=2026-11-01', ['2026-10-31', '2026-11-01']],
    ['?from=2026-11-01', ['2026-11-01']],
    ['?to=2026-10-31', ['2026-10-31']],
    ['?to=2016-11-21', ['2016-11-21']],
    ['?to=2016-11-20', []],
    ['?to=2016-12-21', []],
    ['?from=2016-11-21&to=2026-11-30', ['2016-11-21', '2026-10-31', '2026-11-01']],
    ['?from=0001-01-01&to=9999-12-31', ['2016-11-21', '2026-10-31', '2026-11-01']],
    ['?from=2027-01-01&to=2027-01-31', []],
    ['?from=2024-02-29&to=2024-02-29', []],
    ['?from=0000-01-01&to=0000-01-01', []],
    ['?to=0000-01-01', []],
  ])('%s includes both of its days: %j', async (query, days) => {
    expect(daysOf(await history(query))).toEqual(days)
  })

  test('is complete and ordered, however many contribute', async () => {
    itIs('2026-12-01T09:00:00Z')
    await contributes(api, ...Array.from({ length: 250 }, (_, index) => of(`one of many ${index}`)))
    const ids = (await history('?from=2026-12-01')).map(({ contributor_id }) => contributor_id)
    expect(new Set(ids).size).toBe(250)
    expect(ids).toEqual(ids.toSorted())
  })

  test('includes what was contributed before the call', async () => {
    itIs('2026-12-02T09:00:00Z')
    for (let count = 1; count <= 50; count++) {
      await justContributed(api, 1, of('ada'))
      expect(await history('?from=2026-12-02')).toMatchObject([{ contributions: count }])
    }
  })

  test('contains neither addresses nor accounts; contributor ids are those of the leaderboard', async () => {
    itIs('2026-12-03T09:00:00Z')
    const address = addressNamed('canary')
    await contributes(api, { ...of('canary'), address, domain: 'canary.example' })
    const { text } = await api.call('getPoolHistory', { key, query: '?from=2026-12-03' })
    for (const secret of [address, accountNamed('canary'), 'canary', '@']) expect(text).not.toContain(secret)
    const { body } = await api.call('getPoolLeaderboard', { query: '?period=daily' })
    expect(JSON.parse(text).contributor_id).toBe(body.contributors[0].contributor_id)
  })

  test("is from an organisation's own pool, which no other account's key can read", async () => {
    itIs('2026-12-04T09:00:00Z')
    const [own, other] = [await api.account({ plan: 'enterprise' }), await api.account({ plan: 'enterprise' })]
    await contributes(api, { account: own.id, pool: own.id }, { account: own.id, pool: own.id }, of('ada'))
    const today = '?from=2026-12-04'
    expect(await history(today, own.key)).toMatchObject([{ day: '2026-12-04', contributions: 2 }])
    expect(await history(today, other.key)).toEqual([])
    expect(await history(today)).toMatchObject([{ contributions: 1 }])
  })
})

describe('400', () => {
  describeParameters(() => api, 'getPoolHistory')

  test.each([
    ['?from=', '/from'],
    ['?from=yesterday', '/from'],
    ['?from=2026-13-01', '/from'],
    ['?from=2026-02-29', '/from'],
    ['?from=2026-11-31', '/from'],
    ['?from=2026-00-00', '/from'],
    ['?from=2026-11-1', '/from'],
    ['?from=20261101', '/from'],
    ['?from=2026-11-01T00:00:00Z', '/from'],
    ['?from=%2B02026-11-01', '/from'],
    ['?from=-2026-11-01', '/from'],
    ['?from=2026-11-01%00', '/from'],
    ['?from=2026-11-01%0A', '/from'],
    ['?from=%D9%A2026-11-01', '/from'],
    ['?to=tomorrow', '/to'],
    ['?to=2026-11-31', '/to'],
    [`?to=${'9'.repeat(4_000)}`, '/to'],
    ['?from=2026-11-01&from=2026-11-01', '/from'],
    ['?from=2026-11-02&to=2026-11-01', '/from'],
    ['?from=2999-01-01', '/from'],
    ['?period=week', '/period'],
  ])('%s', async (query, path) => {
    const answer = await api.call('getPoolHistory', { key, query })
    expect(answer.status).toBe(400)
    expect(problemPaths(answer)).toEqual([path])
  })
})

describeUnauthorized(() => api, 'getPoolHistory')
describeMethods(() => api, 'getPoolHistory')
describe('the forms of its path', () => testForms(() => api, 'getPoolHistory'))
