// As-of queries of the pool over GraphQL.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { iso } from '../../src/kernel/clock.js'
import { ask, codesOf, dataOf } from '../../testbed/callers/graphql.js'
import { askSocket } from '../../testbed/callers/graphqlSocket.js'
import { accountNamed } from '../../testbed/features/poolFlow.js'
import { asksPool, contributes } from '../../testbed/given/poolLog.js'
import { nextMillisecond } from '../../testbed/nextMillisecond.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const FIGURES = `totalValidations uniqueEmails hitRate avgResponseTimeMs activeContributors
  coverageByDomain { domain percent }`
const RANKING =
  'period contributors { rank contributorId contributions countedContributions uniqueContributions creditsEarned badge level }'
const DAYS = 'day contributions hits'
const NOW = `{ poolStats { ${FIGURES} } poolDays { ${DAYS} } poolLeaderboard(period: ALL_TIME) { ${RANKING} } }`
const THEN = `query ($at: DateTime) {
  poolStats(asOf: $at) { ${FIGURES} }
  poolDays(asOf: $at) { ${DAYS} }
  poolLeaderboard(period: ALL_TIME, asOf: $at) { ${RANKING} } }`

let api: InProcessService
let key: string
beforeAll(async () => {
  api = await start({ env: { POOL_DOMAIN_MIN_ADDRESSES: '1', POOL_DOMAIN_MIN_CONTRIBUTORS: '1' } })
  key = (await api.account()).key
})
afterAll(() => api.stop())

describe('a query as of a past time', () => {
  test('returns what was returned then, over HTTP and WebSocket', async () => {
    const answers: { readonly at: string; readonly data: unknown }[] = []
    for (const name of ['ada', 'bob', 'ada']) {
      await contributes(api, { account: accountNamed(name), domain: `${name}.example` })
      await asksPool(api, { pool: 'public', lookUps: 1, hits: 1 }, { durationUs: 1_000 * (1 + answers.length) })
      const data = await dataOf(api, NOW)
      answers.push({ at: iso(await nextMillisecond()), data })
    }
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(3)
    for (const { at, data } of answers) {
      expect(await dataOf(api, THEN, { key, variables: { at } })).toEqual(data)
      expect(await askSocket(api, THEN, { key, variables: { at } })).toEqual([{ data }])
    }
  })

  test('accepts a time in any zone; null means now, and needs no key', async () => {
    const at = iso(Date.now())
    const shifted = iso(Date.parse(at) + 3_600_000).replace('Z', '+01:00')
    const dataAt = (variables: object) => dataOf(api, THEN, { key, variables })
    expect(await dataAt({ at: shifted })).toEqual(await dataAt({ at }))
    expect(await dataOf(api, THEN, { variables: { at: null } })).toEqual(await dataOf(api, NOW))
  })

  test('accepts a date, which means the end of its day, or now today', async () => {
    const [today, yesterday] = [0, 86_400_000].map((ago) => iso(Date.now() - ago).slice(0, 10))
    expect(await dataOf(api, THEN, { key, variables: { at: today } })).toEqual(await dataOf(api, NOW))
    expect(
      await dataOf(api, THEN.replaceAll('$at)', `"${today}")`).replace('query ($at: DateTime)', 'query'), { key }),
    ).toEqual(await dataOf(api, NOW))
    const before = await ask(api, 'query ($at: DateTime) { poolStats(asOf: $at) { uniqueEmails } }', {
      key,
      variables: { at: yesterday },
    })
    expect(codesOf(before)).toEqual(['VALIDATION_ERROR'])
    expect(before.body.errors[0].message).toContain('(the first event)')
  })

  test('requires a valid key', async () => {
    const at = iso(Date.now())
    for (const [given, code] of [
      [undefined, 'MISSING_API_KEY'],
      ['nonsense', 'INVALID_API_KEY'],
    ] as const) {
      const answer = await ask(api, THEN, { ...(given && { key: given }), variables: { at } })
      expect(codesOf(answer)).toEqual([code, code, code])
      expect(answer.body.data).toEqual({ poolStats: null, poolDays: null, poolLeaderboard: null })
    }
    const [answer] = await askSocket(api, THEN, { variables: { at } })
    expect(answer.errors[0].extensions.code).toBe('MISSING_API_KEY')
  })
})

describe('an as-of time out of range or invalid', () => {
  test.each([
    ['in the future', () => iso(Date.now() + 60_000)],
    ['before the first event', () => '2001-01-01T00:00:00Z'],
  ])('is refused with the range: %s', async (_, at) => {
    const { body } = await ask(api, 'query ($at: DateTime) { poolStats(asOf: $at) { uniqueEmails } }', {
      key,
      variables: { at: at() },
    })
    expect(body.errors).toMatchObject([
      {
        message: expect.stringMatching(/^The time must lie between .{24} \(the first event\) and .{24} \(now\)\./),
        path: ['poolStats'],
        extensions: { code: 'VALIDATION_ERROR', details: { problems: [{ path: '/asOf' }] } },
      },
    ])
  })

  test.each([
    '',
    'yesterday',
    '2026-02-30',
    '2026-11',
    '2026-02-30T00:00:00Z',
    '2026-11-21T00:00:00',
    1_790_000_000_000,
    true,
    [],
    {},
  ])('is refused if malformed: %p', async (at) => {
    const answer = await ask(api, THEN, { key, variables: { at } })
    expect({ status: answer.status, code: codesOf(answer)[0] }).toEqual({ status: 400, code: 'VALIDATION_ERROR' })
  })

  test('is refused also as a literal in the query', async () => {
    const answer = await ask(api, '{ poolStats(asOf: "x") { uniqueEmails } }', { key })
    expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 400, codes: ['VALIDATION_ERROR'] })
    const [over] = await askSocket(api, '{ poolStats(asOf: "x") { uniqueEmails } }', { key })
    expect(JSON.stringify(over)).toContain('VALIDATION_ERROR')
  })

  test('is refused also if limit or period are invalid', async () => {
    for (const given of ['limit: 0', 'limit: 101', 'period: YEARLY']) {
      const query = `{ poolLeaderboard(${given}, asOf: "2026-11-21T00:00:00Z") { period } }`
      const answer = await ask(api, query, { key })
      expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 400, codes: ['VALIDATION_ERROR'] })
    }
  })
})

describe('the limit of sixty as-of queries per minute', () => {
  test('counts each query, over any transport, in its own window', async () => {
    const { key } = await api.account()
    const at = iso(Date.now())
    const aliases = (count: number) =>
      `query ($at: DateTime) { ${Array.from({ length: count }, (_, n) => `a${n}: poolStats(asOf: $at) { uniqueEmails }`).join(' ')} }`
    await dataOf(api, aliases(29), { key, variables: { at } })
    expect((await askSocket(api, aliases(29), { key, variables: { at } }))[0].errors).toBeUndefined()
    const answer = await ask(api, aliases(3), { key, variables: { at } })
    expect(codesOf(answer)).toEqual(['RATE_LIMIT_EXCEEDED'])
    expect(Object.values(answer.body.data).filter((one) => one !== null)).toHaveLength(2)
    expect(answer.body.errors[0]).toMatchObject({
      message: expect.stringMatching(/^As-of queries are limited to 60 per minute\. Try again in \d+ s\.$/),
      extensions: { limit: 60, details: { scope: 'minute' } },
    })
    // Not of this group: other accounts, live data, verifications and sandbox keys.
    await dataOf(api, aliases(1), { key: (await api.account()).key, variables: { at } })
    await dataOf(api, aliases(1), { key: (await api.generate(key, { sandbox: true })).key, variables: { at } })
    await dataOf(api, NOW, { key })
    expect((await api.usage(key)).verifications).toBe(0)
  })
})
