// PATCH /v1/accounts/me, by status; and the same over GraphQL.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { dataOf } from '../../testbed/callers/graphql.js'
import { codeOf, problemPaths } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeBodies, describeMethods, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const keep = (key: string, keep_addresses_days: unknown) =>
  api.call('updateAccount', { key, body: { keep_addresses_days } })

/** The addresses of all decisions, newest first. */
const addressesOf = async (key: string): Promise<(string | null)[]> =>
  (await api.call('listDecisions', { key })).body.decisions.map(({ address }: { address: string | null }) => address)

/** An account that verifies the same addresses before it keeps them, and from then on. */
async function keeping(days = 30) {
  const { key, id } = await api.account({ plan: 'growth' })
  const verify = async () => {
    await api.call('verifyEmail', { key, body: { email: 'Jane.Roe+x@explicit.mailproof.net' } })
    await api.call('verifyEmailSignals', { key, body: { email: 'not an address' } })
    await api.call('verifyBatch', {
      key,
      body: { emails: ['ada@explicit.mailproof.net', 'nope', 'b@NXDOMAIN.mailproof.net'] },
    })
  }
  await verify()
  const { status, body } = await keep(key, days)
  expect({ status, days: body.keep_addresses_days }).toEqual({ status: 200, days })
  await probe(key)
  return { key, id, verify }
}

/** An address that is verified, and kept. */
async function probe(key: string): Promise<void> {
  await api.call('verifyEmail', { key, body: { email: 'probe@explicit.mailproof.net' } })
  expect((await addressesOf(key))[0]).toBe('p***e@explicit.mailproof.net')
}

const KEPT = ['***@nxdomain.mailproof.net', null, '***@explicit.mailproof.net', null, 'J***x@explicit.mailproof.net']

describe('200', () => {
  test('an account keeps no addresses unless it chooses to', async () => {
    const { key } = await api.account()
    expect((await api.call('getAccount', { key })).body.keep_addresses_days).toBe(0)
    await api.call('verifyEmail', { key, body: { email: 'jane@explicit.mailproof.net' } })
    expect(await addressesOf(key)).toEqual([null])
  })

  test('from then on, decisions of single verifications and lists show them masked', async () => {
    const { key, verify } = await keeping()
    await verify()
    expect((await addressesOf(key)).slice(0, KEPT.length)).toEqual(KEPT)
    expect((await addressesOf(key)).slice(-KEPT.length)).toEqual(KEPT.map(() => null))
    const found = await api.call('searchDecisions', { key, body: { email: 'jane.roe+x@explicit.mailproof.net' } })
    expect(found.body.decisions.map(({ address }: { address: string }) => address)).toEqual([KEPT.at(-1), null])
  })

  test('the log has no address, neither whole nor masked', async () => {
    const { id, verify } = await keeping()
    await verify()
    const month = new Date().toISOString().slice(0, 7)
    const events = await api.events(`usage-${id}.${month}`)
    const text = JSON.stringify(events.map(({ data }) => data))
    expect(text).toContain('"sealed"')
    for (const part of ['Jane', 'jane', '***', 'not an']) expect(text).not.toContain(part)
  })

  test('once none are kept, those that were are not shown, also if others are kept later', async () => {
    const { key, verify } = await keeping()
    await verify()
    expect((await keep(key, 0)).body.keep_addresses_days).toBe(0)
    const shown = async () => (await addressesOf(key)).filter((address) => address !== null)
    expect(await shown()).toEqual([])
    await keep(key, 90)
    await probe(key)
    expect(new Set(await shown())).toEqual(new Set(['p***e@explicit.mailproof.net']))
  })

  test('from then on, none is sealed, although the key was used a moment ago', async () => {
    const { key, id, verify } = await keeping()
    await keep(key, 0)
    const month = new Date().toISOString().slice(0, 7)
    const recorded = async () => (await api.events(`usage-${id}.${month}`)).map(({ data }) => data)
    const before = (await recorded()).length
    await verify()
    expect(JSON.stringify((await recorded()).slice(before))).not.toContain('"sealed"')
  })

  test('the same time again, and no change, change nothing', async () => {
    const { key, id } = await keeping()
    const before = await api.events(`account-${id}`)
    await keep(key, 30)
    expect((await api.call('updateAccount', { key, body: {} })).body.keep_addresses_days).toBe(30)
    expect(await api.events(`account-${id}`)).toEqual(before)
  })

  test('the audit log has who changed it', async () => {
    const { key } = await keeping(7)
    const { body } = await api.call('listAuditEntries', { key, query: '?kind=address_keeping_changed' })
    expect(body.entries).toMatchObject([{ kind: 'address_keeping_changed', actor: 'account', detail: '7 days' }])
  })

  test('over GraphQL, it is the same', async () => {
    const { key } = await api.account()
    const change = 'mutation { updateAccount(input: { keepAddressesDays: 365 }) { keepAddressesDays } }'
    expect(await dataOf(api, change, { key })).toEqual({ updateAccount: { keepAddressesDays: 365 } })
    await probe(key)
    const { decisions, me } = await dataOf(
      api,
      '{ decisions(first: 1) { nodes { address } } me { keepAddressesDays } }',
      { key },
    )
    expect(decisions.nodes).toEqual([{ address: 'p***e@explicit.mailproof.net' }])
    expect(me).toEqual({ keepAddressesDays: 365 })
  })
})

describe('400', () => {
  test.each([-1, 366, 1.5, '30', true])('%p days are refused, and the place is said', async (days) => {
    const { key } = await api.account()
    const answer = await keep(key, days)
    expect(answer.status).toBe(400)
    expect(problemPaths(answer)).toEqual(['/keep_addresses_days'])
  })

  test('a sandbox key changes nothing', async () => {
    const { key } = await api.account()
    const sandbox = await api.generate(key, { sandbox: true })
    const answer = await keep(sandbox.key, 30)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_ERROR'])
    expect((await api.call('getAccount', { key })).body.keep_addresses_days).toBe(0)
  })
})

describe('400, 413 and 415', () => describeBodies(() => api, 'updateAccount'))
describeUnauthorized(() => api, 'updateAccount')
describeMethods(() => api, 'updateAccount')
describe('the forms of its path', () => testForms(() => api, 'updateAccount'))
