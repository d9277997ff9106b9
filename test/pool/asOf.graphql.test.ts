import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { iso } from '../../src/kernel/clock.js'
import { ask, codesOf, dataOf } from '../support/graphql.js'
import { askSocket } from '../support/graphqlSocket.js'
import { accountNamed } from '../support/poolFlow.js'
import { asksPool, contributes } from '../support/poolLog.js'
import { startService, type TestService } from '../support/service.js'

const FIGURES = `totalValidations uniqueEmails hitRate avgResponseTimeMs activeContributors
  coverageByDomain { domain percent }`
const RANKING = 'period contributors { rank contributorId contributions uniqueContributions creditsEarned badge }'
const NOW = `{ poolStats { ${FIGURES} } poolLeaderboard(period: ALL_TIME) { ${RANKING} } }`
const THEN = `query ($at: DateTime) {
  poolStats(asOf: $at) { ${FIGURES} }
  poolLeaderboard(period: ALL_TIME, asOf: $at) { ${RANKING} } }`

let api: TestService
let key: string
beforeAll(async () => {
  api = await startService({ env: { POOL_DOMAIN_MIN_ADDRESSES: '1', POOL_DOMAIN_MIN_CONTRIBUTORS: '1' } })
  key = (await api.account()).key
})
afterAll(() => api.stop())

/** Another millisecond: what is recorded from now on is later. */
async function later(): Promise<number> {
  const now = Date.now()
  while (Date.now() === now) await new Promise((resolve) => setImmediate(resolve))
  return now
}

describe('the past', () => {
  test('is what was told then, over HTTP and over WebSocket', async () => {
    const told: { readonly at: string; readonly data: unknown }[] = []
    for (const name of ['ada', 'bob', 'ada']) {
      await contributes(api, { account: accountNamed(name), domain: `${name}.example` })
      await asksPool(api, { pool: 'public', lookUps: 1, hits: 1 }, { durationUs: 1_000 * (1 + told.length) })
      const data = await dataOf(api, NOW)
      told.push({ at: iso(await later()), data })
    }
    expect(new Set(told.map(({ data }) => JSON.stringify(data))).size).toBe(3)
    for (const { at, data } of told) {
      expect(await dataOf(api, THEN, { key, variables: { at } })).toEqual(data)
      expect(await askSocket(api, THEN, { key, variables: { at } })).toEqual([{ data }])
    }
  })

  test('is asked for in any zone; null is now, without a key', async () => {
    const at = iso(Date.now())
    const shifted = iso(Date.parse(at) + 3_600_000).replace('Z', '+01:00')
    const asked = (variables: object) => dataOf(api, THEN, { key, variables })
    expect(await asked({ at: shifted })).toEqual(await asked({ at }))
    expect(await dataOf(api, THEN, { variables: { at: null } })).toEqual(await dataOf(api, NOW))
  })

  test('needs a key that works', async () => {
    const at = iso(Date.now())
    for (const [given, code] of [
      [undefined, 'MISSING_API_KEY'],
      ['nonsense', 'INVALID_API_KEY'],
    ] as const) {
      const answer = await ask(api, THEN, { ...(given && { key: given }), variables: { at } })
      expect(codesOf(answer)).toEqual([code, code])
      expect(answer.body.data).toEqual({ poolStats: null, poolLeaderboard: null })
    }
    const [answer] = await askSocket(api, THEN, { variables: { at } })
    expect(answer.errors[0].extensions.code).toBe('MISSING_API_KEY')
  })
})

describe('a moment that cannot be asked for', () => {
  test.each([
    ['in the future', () => iso(Date.now() + 60_000)],
    ['before the first event', () => '2001-01-01T00:00:00Z'],
  ])('is told the bounds: %s', async (_, at) => {
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
    '2026-11-21',
    '2026-02-30T00:00:00Z',
    '2026-11-21T00:00:00',
    1_790_000_000_000,
    true,
    [],
    {},
  ])('is none at all: %p', async (at) => {
    const answer = await ask(api, THEN, { key, variables: { at } })
    expect({ status: answer.status, code: codesOf(answer)[0] }).toEqual({ status: 400, code: 'VALIDATION_ERROR' })
  })

  test('is none, also where it stands in the query', async () => {
    const answer = await ask(api, '{ poolStats(asOf: "x") { uniqueEmails } }', { key })
    expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 400, codes: ['VALIDATION_ERROR'] })
    const [over] = await askSocket(api, '{ poolStats(asOf: "x") { uniqueEmails } }', { key })
    expect(JSON.stringify(over)).toContain('VALIDATION_ERROR')
  })

  test('is not made one by a limit or period that is none', async () => {
    for (const given of ['limit: 0', 'limit: 101', 'period: YEARLY']) {
      const query = `{ poolLeaderboard(${given}, asOf: "2026-11-21T00:00:00Z") { period } }`
      const answer = await ask(api, query, { key })
      expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 400, codes: ['VALIDATION_ERROR'] })
    }
  })
})

describe('sixty questions a minute', () => {
  test('each counts, whichever way it comes, in a window of their own', async () => {
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
    // Other accounts, what is live, and verifications have nothing to do with it; nor has a sandbox key.
    await dataOf(api, aliases(1), { key: (await api.account()).key, variables: { at } })
    await dataOf(api, aliases(1), { key: (await api.generate(key, { sandbox: true })).key, variables: { at } })
    await dataOf(api, NOW, { key })
    expect((await api.usage(key)).verifications).toBe(0)
  })
})
