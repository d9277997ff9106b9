// Every query with `asOf` answers as it did then.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { iso } from '../../src/kernel/clock.js'
import { ended, submit } from '../../testbed/callers/batches.js'
import { ask, codesOf, dataOf } from '../../testbed/callers/graphql.js'
import { eventually } from '../../testbed/eventually.js'
import { nextMillisecond } from '../../testbed/nextMillisecond.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
let key: string
beforeAll(async () => {
  api = await start()
  key = (await api.account()).key
})
afterAll(() => api.stop())

/** The fields of the schema that take `asOf`, with arguments and selections; links and uses of keys are of now. */
const FIELDS: { readonly [field: string]: readonly [args: string, selection: string] } = {
  usage: ['', 'plan currentMonth { verifications limit remaining days { day verifications results } }'],
  me: ['', 'id email plan updatedAt'],
  batches: ['first: 5', 'totalCount edges { node { id status processed valid invalid completedAt } }'],
  verdicts: ['interval: DAY, by: STATUS', 'range { counts { total } breakdown { values { value count } } }'],
  outcomeQuality: ['', 'total { outcomes { confirmed bouncedHard } unmatched }'],
  rules: ['', 'live { version rules { name action } } draft { rules { name } }'],
  rulesVersions: ['', 'nodes { version rules live }'],
  list: ['kind: DENY', 'domains addresses entries'],
  webhooks: ['', 'id url status events'],
  poolRank: ['', 'rank countedContributions level'],
  poolLevels: ['', 'name count'],
  poolStats: ['', 'totalValidations uniqueEmails activeContributors'],
  poolDays: ['', 'day contributions hits'],
  poolLeaderboard: ['period: ALL_TIME', 'contributors { rank contributorId contributions }'],
  poolActivity: ['limit: 50', 'activity { type message timestamp }'],
}

function query(asOf?: string): string {
  const at = asOf === undefined ? [] : [`asOf: "${asOf}"`]
  const fields = Object.entries(FIELDS).map(([field, [given, selection]]) => {
    const args = [...(given ? [given] : []), ...at]
    return `${field}${args.length > 0 ? `(${args.join(', ')})` : ''} { ${selection} }`
  })
  return `{ ${fields.join('\n')} }`
}

const moment = async (): Promise<string> => iso(await nextMillisecond())

/** Commands of every feature. */
async function work(round: number): Promise<void> {
  for (const email of [`ada${round}@explicit.mailproof.net`, `ada${round}@missing.mailproof.net`])
    await api.call('verifyEmail', { key, body: { email, share_signals: true } })
  const id = await submit(api, key, [`bob${round}@explicit.mailproof.net`, 'no address'])
  await ended(api, key, id)
  const rule = { name: `rule ${round}`, when: { fact: 'domain', op: 'eq', value: 'gmail.com' }, action: 'review' }
  expect((await api.call('putRulesDraft', { key, body: { rules: [rule] } })).status).toBe(200)
  if (round > 0) await api.call('activateRules', { key, body: {} })
  const entries = Array.from({ length: round + 1 }, (_, index) => `d${index}.example`)
  expect((await api.call('putList', { key, params: { listName: 'deny' }, body: { entries } })).status).toBe(200)
  expect((await api.call('createWebhook', { key, body: { url: `https://example.com/${round}` } })).status).toBe(201)
  const outcome = { email: `ada${round}@explicit.mailproof.net`, outcome: 'confirmed' }
  expect((await api.call('recordOutcomes', { key, body: { outcomes: [outcome] } })).status).toBe(200)
}

describe('every query with `asOf`', () => {
  test('is tested here', async () => {
    const { __schema } = await dataOf(api, '{ __schema { queryType { fields { name args { name } } } } }', { key })
    const names = __schema.queryType.fields.flatMap(({ name, args }: { name: string; args: { name: string }[] }) =>
      args.some((arg) => arg.name === 'asOf') ? [name] : [],
    )
    expect(names.sort()).toEqual([...Object.keys(FIELDS), 'batch'].sort())
  })

  test('answers what was answered then, and another account with what it had', async () => {
    const moments: { readonly at: string; readonly data: { readonly [field: string]: unknown } }[] = []
    for (const round of [0, 1, 2]) {
      await work(round)
      if (round === 1) {
        const { id } = (await dataOf(api, '{ me { id } }', { key })).me
        const actor = { id: 'operator', correlationId: 'x', commandId: crypto.randomUUID() }
        await api.service.container.accounts.setPlan(id, 'growth', actor)
        // Callers keep their limits for a moment.
        await eventually(
          async () => (await dataOf(api, '{ usage { plan } }', { key })).usage.plan,
          (plan) => plan === 'growth',
        )
      }
      const data = await dataOf(api, query(), { key })
      moments.push({ at: await moment(), data })
    }
    const { key: other } = await api.account()
    const answersOf = (field: string) => new Set(moments.map(({ data }) => JSON.stringify(data[field])))
    for (const field of Object.keys(FIELDS)) expect([field, answersOf(field).size > 1]).toEqual([field, true])
    for (const { at, data } of moments.toReversed()) expect(await dataOf(api, query(at), { key })).toEqual(data)
    const theirs = await dataOf(api, '{ usage(asOf: "2999-01-01") { plan } }', { key: other }).catch(() => undefined)
    expect(theirs).toBeUndefined()
    const none = `{ batches(asOf: "${moments[2]!.at}") { totalCount } webhooks(asOf: "${moments[2]!.at}") { id }
      list(kind: DENY, asOf: "${moments[2]!.at}") { entries } verdicts(asOf: "${moments[2]!.at}") { range { counts { total } } } }`
    expect(await dataOf(api, none, { key: other })).toEqual({
      batches: { totalCount: 0 },
      webhooks: [],
      list: { entries: [] },
      verdicts: { range: { counts: { total: 0 } } },
    })
  })
})

describe('a batch as of a time', () => {
  const BATCH = `query ($id: ID!, $at: DateTime) { batch(id: $id, asOf: $at) { status
    results { totalCount edges { node { index valid } } } } }`

  test('has the results of its end, none before it, and is null before it was accepted', async () => {
    const { key } = await api.account()
    const before = await moment()
    const id = await submit(api, key, ['ada@explicit.mailproof.net', 'no address'])
    await ended(api, key, id)
    const now = await dataOf(api, BATCH, { key, variables: { id } })
    expect(now.batch.status).toBe('COMPLETED')
    const after = await moment()
    expect(await dataOf(api, BATCH, { key, variables: { id, at: after } })).toEqual(now)
    expect(await dataOf(api, BATCH, { key, variables: { id, at: before } })).toEqual({ batch: null })
    const events = await api.events(`batch-${id}`)
    const submitted = events[0]!.recordedAt
    const early = await ask(api, BATCH, { key, variables: { id, at: submitted } })
    // Both may be of the same millisecond.
    const isSameMoment = events.find(({ type }) => type === 'BatchCompleted')!.recordedAt === submitted
    expect(codesOf(early)).toEqual(isSameMoment ? [] : ['BATCH_PROCESSING'])
  })
})

test('keys as of a time are those of then, without their use', async () => {
  const { key } = await api.account()
  const keys = (at?: string) => `{ me { keys${at ? `(asOf: "${at}")` : ''} { id lastUsedAt } } }`
  const at = await moment()
  await api.generate(key, {})
  expect((await dataOf(api, keys(), { key })).me.keys).toHaveLength(2)
  expect((await dataOf(api, keys(at), { key })).me.keys).toEqual([{ id: expect.any(String), lastUsedAt: null }])
})

test('all of an account share the limit of sixty per minute', async () => {
  const { key } = await api.account()
  const at = await moment()
  const aliases = (count: number) =>
    `{ ${Array.from({ length: count }, (_, n) => `a${n}: usage(asOf: "${at}") { plan } b${n}: rules(asOf: "${at}") { live { version } }`).join(' ')} }`
  await dataOf(api, aliases(15), { key })
  await dataOf(api, aliases(15), { key })
  expect(codesOf(await ask(api, aliases(1), { key }))).toEqual(['RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED'])
})
