// What an account outside can learn of others' contributions: nothing before a third one.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ended, submit, upload } from '../../testbed/callers/batches.js'
import type { Answer } from '../../testbed/callers/client.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { eventually } from '../../testbed/eventually.js'
import { contributions, poolSeen } from '../../testbed/records/contributions.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

/** With default settings, except that accounts count from their first contribution on. */
let api: InProcessService
beforeAll(async () => {
  api = await start({ env: { POOL_CONTRIBUTOR_MIN_DAYS: '0' } })
  const { key } = await api.account()
  await api.call('verifyEmail', { key, body: { email: `warm@${DOMAIN}` } })
})
afterAll(() => api.stop())

const DOMAIN = 'explicit.mailproof.net'
let addresses = 0
/** All of the same length. */
const newAddress = (domain = DOMAIN) => `person-${String(addresses++).padStart(4, '0')}@${domain}`

/** An address shared by the given number of accounts, and visible to pool lookups from now on. */
async function sharedBy(count: number, domain = DOMAIN): Promise<string> {
  const email = newAddress(domain)
  for (let n = 0; n < count; n++) {
    const { key } = await api.account({ plan: 'growth' })
    const { body } = await api.call('verifyEmail', { key, body: { email, share_signals: true } })
    expect(body).toMatchObject({ from_pool: false, credits_earned: 2, unique_contribution: true })
  }
  await poolSeen(api)
  return email
}

/** Ids, times, and the links and headers that contain them. */
const NAMING =
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,64}|\d{4}-\d\d-\d\dT[\d:.]+Z|expires=\d+|signature=[\w-]+/g
const TIMED = new Set([
  'date',
  'x-processing-time-ms',
  'x-ratelimit-reset',
  'x-agent-ratelimit-reset',
  'content-length',
])
const MEASURED = /"(ms|eps|avg_response_time_ms|avgResponseTimeMs)":[\d.]+/g

const plain = (text: string, email: string): string =>
  text.replaceAll(email, 'the address').replace(NAMING, 'a name').replace(MEASURED, '"$1":0')

/** A response without everything that identifies the call or its time. */
const answerOf = ({ status, headers, text }: Answer, email: string) => ({
  status,
  text: plain(text, email),
  headers: Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !TIMED.has(name))
      .map(([name, value]) => [name, plain(String(value), email)]),
  ),
})

type Ask = (key: string, email: string) => Promise<Answer | readonly Answer[]>

const V1 = `email valid status reason isKnownValidFallback isDnsFallback fromPool poolConfidence poolValidations creditsEarned
  uniqueContribution checks { syntax dns mx disposable role free } metadata { domain provider didYouMean }
  debug { steps { name outcome ms } }`

const graphql =
  (field: string, type: string, selection: string, input: (email: string) => object): Ask =>
  async (key, email) => {
    const query = `mutation($input: ${type}!) { ${field}(input: $input) { ${selection} } }`
    const data = await dataOf(api, query, { key, variables: { input: input(email) } })
    return { status: 200, headers: {}, text: JSON.stringify(data), body: data }
  }

const finished = async (key: string, batchId: string) => {
  await ended(api, key, batchId)
  return [
    await api.call('getBatch', { key, params: { batchId } }),
    await api.call('getBatchResults', { key, params: { batchId } }),
  ]
}

/** Every way to verify an address; `share` says whether the caller contributes. */
const asks = (share: object): Record<string, Ask> => ({
  'v1 verify': (key, email) => api.call('verifyEmail', { key, body: { email, ...share } }),
  'v1 verify with debug': (key, email) => api.call('verifyEmail', { key, body: { email, debug: true, ...share } }),
  'v2 verify': (key, email) => api.call('verifyEmailSignals', { key, body: { email } }),
  'v1 batch': (key, email) => api.call('verifyBatch', { key, body: { emails: [email], ...share } }),
  'v1 batch with debug': (key, email) =>
    api.call('verifyBatch', { key, body: { emails: [email, 'no address'], debug: true, ...share } }),
  'agent, compact': (key, email) => api.call('verifyBulkAgent', { key, body: { emails: [email], ...share } }),
  'agent, full with debug': (key, email) =>
    api.call('verifyBulkAgent', { key, body: { emails: [email], format: 'full', debug: true, ...share } }),
  'agent, asynchronous, compact': async (key, email) => finished(key, await submit(api, key, [email], share)),
  'agent, asynchronous, full with debug': async (key, email) =>
    finished(key, await submit(api, key, [email], { format: 'full', debug: true, ...share })),
  'an upload': async (key, email) => {
    const id = await upload(api, key, `email\n${email}\n`)
    return [...(await finished(key, id)), await api.call('downloadBatch', { key, params: { batchId: id } })]
  },
  'GraphQL verifyEmail': graphql('verifyEmail', 'VerifyEmailInput', V1, (email) => ({
    email,
    debug: true,
    ...('share_signals' in share && { shareSignals: true }),
  })),
  'GraphQL verifyEmailSignals': graphql(
    'verifyEmailSignals',
    'VerifyEmailSignalsInput',
    'email defaultDecision reasons { code } signals { dns mx } runtime { status } ttlHintSeconds checkedAt',
    (email) => ({ email }),
  ),
  'GraphQL verifyBatch': graphql(
    'verifyBatch',
    'VerifyBatchInput',
    `results { ${V1} } summary { total valid }`,
    (email) => ({
      emails: [email],
      debug: true,
    }),
  ),
})

/** What an unrelated new account gets, and what its account and the pool report later. */
async function seen(ask: Ask, email: string, plan: 'free' | 'growth') {
  const { key } = await api.account({ plan })
  const before = (await contributions(api)).length
  const first = [await ask(key, email)].flat()
  if (plan === 'growth') {
    await eventually(
      async () => (await contributions(api)).length,
      (count) => count > before,
    )
    await poolSeen(api)
  }
  const later = await Promise.all([
    api.call('getPoolContributions', { key }),
    api.call('getPoolRank', { key }),
    api.call('getUsage', { key }),
  ])
  const { rank: _, ...standing } = later[1]!.body
  return {
    answers: first.map((answer) => answerOf(answer, email)),
    contributed: plain(JSON.stringify(later[0]!.body), email).replace(/c_[0-9a-f]+/, ''),
    standing: { ...standing, api_key_id: '' },
    used: later[2]!.body,
  }
}

describe.each([1, 2])(
  'for an address shared by %d, an account outside gets the same answers as for one that was never shared',
  (count) => {
    test.each(Object.keys(asks({})))('%s', async (name) => {
      const ask = asks({})[name]!
      const [known, unknown] = [await sharedBy(count), newAddress()]
      expect(await seen(ask, known, 'free')).toEqual(await seen(ask, unknown, 'free'))
    })

    const sharing = asks({ share_signals: true })
    test.each(Object.keys(sharing).filter((name) => !/v2|upload|Signals|GraphQL verifyBatch/.test(name)))(
      '%s, also when it shares the address itself',
      async (name) => {
        const [known, unknown] = [await sharedBy(count), newAddress()]
        expect(await seen(sharing[name]!, known, 'growth')).toEqual(await seen(sharing[name]!, unknown, 'growth'))
      },
    )
  },
)

describe('pool activity', () => {
  /** Public changes caused by an unrelated account's own contribution. */
  async function changedBy(email: string) {
    const figures = async () => {
      const { body } = await api.call('getPoolStats')
      const { body: activity } = await api.call('getPoolActivity', { query: '?limit=1' })
      return { ...body, newest: activity.activity[0] }
    }
    const { key } = await api.account({ plan: 'growth' })
    const before = await figures()
    await api.call('verifyEmail', { key, body: { email, share_signals: true } })
    await poolSeen(api)
    const after = await eventually(figures, ({ total_validations }) => total_validations > before.total_validations)
    return {
      validations: after.total_validations - before.total_validations,
      unique: after.unique_emails - before.unique_emails,
      active: after.active_contributors - before.active_contributors,
      newest: { ...after.newest, timestamp: '' },
    }
  }

  test('for an own contribution is the same, whether another account shared the address or none did', async () => {
    expect(await changedBy(await sharedBy(1))).toEqual(await changedBy(newAddress()))
  })

  /** What is public about a contribution at two domains: one where other accounts have shared addresses, and a new one. */
  async function changedAtDomains(count: number) {
    const names = ['known', 'fresh'].map((name) => `vanity-${name}-${count}.mailproof.net`)
    for (const name of names) api.dns.set(name, { MX: [[10, 'mx1.mailproof.net']] })
    for (let n = 0; n < count; n++) await sharedBy(1, names[0])
    return [await changedBy(newAddress(names[0])), await changedBy(newAddress(names[1]))]
  }

  test('is the same, whether an account shared addresses of the domain or none did', async () => {
    const [known, fresh] = await changedAtDomains(1)
    expect(known).toEqual(fresh)
    expect(fresh!.newest).toMatchObject({ type: 'validation' })
  })

  test('reports a domain with the third account that shares an address there', async () => {
    const [known, fresh] = await changedAtDomains(2)
    expect(known).toEqual({ ...fresh, newest: expect.objectContaining({ type: 'new_domain' }) })
  })
})

test('once three accounts have shared an address, the pool answers, and counts it once', async () => {
  const { body: before } = await api.call('getPoolStats')
  const email = await sharedBy(3)
  const { key } = await api.account()
  const { body } = await api.call('verifyEmail', { key, body: { email } })
  expect(body).toMatchObject({ from_pool: true, pool_validations: 3 })
  const after = await eventually(
    () => api.call('getPoolStats'),
    ({ body }) => body.total_validations === before.total_validations + 3,
  )
  expect(after.body.unique_emails).toBe(before.unique_emails + 1)
})

test('an organisation immediately gets answers from its own pool', async () => {
  const { key } = await api.account({ plan: 'enterprise' })
  const email = newAddress()
  await api.call('verifyEmail', { key, body: { email, share_signals: true } })
  await poolSeen(api)
  const { body } = await api.call('verifyEmail', { key, body: { email } })
  expect(body).toMatchObject({ from_pool: true, pool_validations: 1 })
})
