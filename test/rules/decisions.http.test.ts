// What rules decide: in every answer, in the log, and from which request on.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ended, submit, upload } from '../../testbed/callers/batches.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { delivered, hook, REACHABLE } from '../../testbed/callers/webhooks.js'
import { startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
let target: Awaited<ReturnType<typeof startAcceptingReceiver>>
beforeAll(async () => {
  const env = { ...REACHABLE, WRITES_PER_MINUTE: '10000', WRITES_PER_DAY: '10000' }
  ;[api, target] = await Promise.all([start({ env }), startAcceptingReceiver()])
})
afterAll(() => Promise.all([api.stop(), target.close()]))

const ADA = 'ada@explicit.mailproof.net'
const BOB = 'bob@missing.mailproof.net'
const ONLY = {
  name: 'only us',
  when: { fact: 'domain', op: 'eq', value: 'explicit.mailproof.net' },
  action: 'review',
  message: 'We will write to you.',
}
const NEVER = { when: { fact: 'status', op: 'eq', value: 'invalid' }, action: 'allow' }
const BY_ONLY = { action: 'review', rule: 'only us', message: 'We will write to you.', rules_version: 1 }
const BY_SECOND = { action: 'allow', rule: 'rule 2', message: null, rules_version: 1 }

async function activate(key: string, rules: readonly unknown[]): Promise<number> {
  expect((await api.call('putRulesDraft', { key, body: { rules } })).status).toBe(200)
  return (await api.call('activateRules', { key })).body.version
}
const putList = (key: string, listName: string, entries: readonly string[]) =>
  api.call('putList', { key, params: { listName }, body: { entries } })
const decided = async (key: string, email = ADA) =>
  (await api.call('verifyEmailSignals', { key, body: { email } })).body.decision

/** An account with both rules. */
async function ruled(): Promise<{ key: string; id: string }> {
  const account = await api.account({ plan: 'growth', perMinute: 10_000 })
  await activate(account.key, [ONLY, NEVER])
  return account
}

describe('a decision is', () => {
  test('in v2 beside the default decision, which stays what it is', async () => {
    const { key } = await ruled()
    const { body } = await api.call('verifyEmailSignals', { key, body: { email: ADA } })
    expect(body).toMatchObject({ default_decision: 'allow', decision: BY_ONLY })
    expect(await decided(key, BOB)).toEqual(BY_SECOND)
    expect(await decided(key, 'eve@implicit.mailproof.net')).toEqual({
      action: 'allow',
      rule: null,
      message: null,
      rules_version: 1,
    })
  })

  test('in v1 under `metadata`, and not at all without rules and lists', async () => {
    const { key } = await ruled()
    const { key: other } = await api.account()
    const metadata = async (by: string) =>
      (await api.call('verifyEmail', { key: by, body: { email: ADA } })).body.metadata
    expect((await metadata(key)).decision).toEqual(BY_ONLY)
    expect(await metadata(other)).not.toHaveProperty('decision')
  })

  test('in every row of a synchronous batch', async () => {
    const { key } = await ruled()
    const { body } = await api.call('verifyBatch', { key, body: { emails: [ADA, BOB, 'nope'] } })
    expect(body.results.map(({ metadata }: { metadata: { decision: unknown } }) => metadata.decision)).toEqual([
      BY_ONLY,
      BY_SECOND,
      BY_SECOND,
    ])
  })

  test('in agent calls, short or full', async () => {
    const { key } = await ruled()
    const results = async (format: string) =>
      (await api.call('verifyBulkAgent', { key, body: { emails: [ADA, BOB], format } })).body.results
    expect(await results('compact')).toMatchObject([
      { a: 'review', r: 'only us' },
      { a: 'allow', r: 'rule 2' },
    ])
    expect(await results('full')).toMatchObject([
      { a: 'review', metadata: { decision: BY_ONLY } },
      { a: 'allow', metadata: { decision: BY_SECOND } },
    ])
  })

  test('in the results of jobs, also of rows that repeat an address', async () => {
    const { key } = await ruled()
    const id = await submit(api, key, [ADA, BOB, ADA], { format: 'full' })
    await ended(api, key, id)
    const { body } = await api.call('getBatchResults', { key, params: { batchId: id } })
    expect(body.results.map(({ metadata }: { metadata: { decision: unknown } }) => metadata.decision)).toEqual([
      BY_ONLY,
      BY_SECOND,
      BY_ONLY,
    ])
    const query = 'query ($id: ID!) { batch(id: $id) { results { edges { node { action rule } } } } }'
    const { batch } = await dataOf(api, query, { key, variables: { id } })
    expect(batch.results.edges.map(({ node }: { node: unknown }) => node)).toEqual([
      { action: 'REVIEW', rule: 'only us' },
      { action: 'ALLOW', rule: 'rule 2' },
      { action: 'REVIEW', rule: 'only us' },
    ])
  })

  test('in two columns of the file that comes back, which the next upload replaces', async () => {
    const { key } = await ruled()
    const csv = `email\n${ADA}\n${BOB}\n`
    const id = await upload(api, key, csv)
    const { file } = await ended(api, key, id)
    expect(file.added_columns.slice(-2)).toEqual(['mp_decision', 'mp_rule'])
    const { text } = await api.call('downloadBatch', { key, params: { batchId: id } })
    expect(text.split('\n').map((line) => line.split(',').slice(-2).join())).toEqual([
      'mp_decision,mp_rule',
      'review,only us',
      'allow,rule 2',
      '',
    ])
    const again = await upload(api, key, text)
    expect((await ended(api, key, again)).file.remarks).toContain(
      'The file has columns of an earlier result, which will be replaced.',
    )
    expect((await api.call('downloadBatch', { key, params: { batchId: again } })).text).toBe(text)
  })

  test('not a column without rules', async () => {
    const { key } = await api.account()
    const id = await upload(api, key, `email\n${ADA}\n`)
    expect((await ended(api, key, id)).file.added_columns).not.toContain('mp_decision')
  })

  test('in what webhooks are told', async () => {
    const { key } = await ruled()
    const { id } = await hook(api, key, target.url, { events: ['verification.completed', 'bulk.completed'] })
    await api.call('verifyEmailSignals', { key, body: { email: ADA } })
    await ended(api, key, await submit(api, key, [ADA]))
    await delivered(api, key, id, 2)
    const bodies = target.requests.map((request) => JSON.parse(request.slice(request.indexOf('\r\n\r\n'))))
    expect(bodies).toContainEqual(
      expect.objectContaining({ type: 'verification.completed', data: expect.objectContaining({ decision: BY_ONLY }) }),
    )
    expect(bodies).toContainEqual(
      expect.objectContaining({
        type: 'bulk.completed',
        data: expect.objectContaining({ results: [expect.objectContaining({ a: 'review', r: 'only us' })] }),
      }),
    )
  })

  test('over GraphQL', async () => {
    const { key } = await ruled()
    const member = 'decision { action rule message rulesVersion }'
    const query = `mutation ($input: VerifyEmailInput!, $other: VerifyEmailSignalsInput!) {
      verifyEmail(input: $input) { metadata { ${member} } } verifyEmailSignals(input: $other) { ${member} } }`
    const variables = { input: { email: ADA }, other: { email: ADA } }
    const expected = { action: 'REVIEW', rule: 'only us', message: 'We will write to you.', rulesVersion: 1 }
    expect(await dataOf(api, query, { key, variables })).toEqual({
      verifyEmail: { metadata: { decision: expected } },
      verifyEmailSignals: { decision: expected },
    })
  })

  test('in the log of decisions, where a rule can be asked for', async () => {
    const { key } = await ruled()
    await api.call('verifyEmail', { key, body: { email: ADA } })
    await api.call('verifyBatch', { key, body: { emails: [BOB, 'eve@implicit.mailproof.net', ADA] } })
    const decisions = async (query: string) => (await api.call('listDecisions', { key, query })).body.decisions
    const of = ({ action, rule, rules_version, decision }: Record<string, unknown>) => [
      decision,
      action,
      rule,
      rules_version,
    ]
    expect((await decisions('')).map(of)).toEqual([
      ['allow', 'review', 'only us', 1],
      ['allow', 'allow', null, 1],
      ['deny', 'allow', 'rule 2', 1],
      ['allow', 'review', 'only us', 1],
    ])
    expect(await decisions('?rule=only+us')).toHaveLength(2)
    expect(await decisions('?rule=rule+2')).toHaveLength(1)
    const query = '{ decisions(rule: "rule 2") { edges { node { action rule rulesVersion } } } }'
    expect((await dataOf(api, query, { key })).decisions.edges).toEqual([
      { node: { action: 'ALLOW', rule: 'rule 2', rulesVersion: 1 } },
    ])
  })
})

describe('what decides', () => {
  test('a draft never does', async () => {
    const { key } = await api.account()
    await api.call('putRulesDraft', { key, body: { rules: [ONLY] } })
    expect(await decided(key)).toMatchObject({ action: 'allow', rule: null, rules_version: 0 })
  })

  test('a change does from the next request on, however often it changes', async () => {
    const { key } = await api.account({ perMinute: 10_000 })
    for (let version = 1; version <= 20; version++) {
      const name = `rule of version ${version}`
      await activate(key, [{ ...ONLY, name }])
      expect(await decided(key)).toMatchObject({ rule: name, rules_version: version })
    }
    await api.call('rollbackRules', { key, body: { version: 7 } })
    expect(await decided(key)).toMatchObject({ rule: 'rule of version 7', rules_version: 7 })
    await api.call('rollbackRules', { key, body: { version: 0 } })
    expect(await decided(key)).toMatchObject({ rule: null, rules_version: 0 })
  })

  test('requests that run while rules change are each decided by one version', async () => {
    const { key } = await api.account({ plan: 'enterprise', perMinute: 100_000 })
    const emails = Array.from({ length: 50 }, (_, at) => `a${at}@explicit.mailproof.net`)
    const changing = (async () => {
      for (let version = 1; version <= 10; version++) await activate(key, [{ ...ONLY, name: `v${version}` }])
    })()
    let done = false
    void changing.then(() => {
      done = true
    })
    while (!done) {
      const { body } = await api.call('verifyBatch', { key, body: { emails } })
      const said = body.results.map(
        ({ metadata: { decision } }: { metadata: { decision?: { rule: string; rules_version: number } } }) =>
          decision ? `${decision.rule} ${decision.rules_version}` : 'none',
      )
      expect(new Set(said).size).toBe(1)
      if (said[0] !== 'none') expect(said[0]).toMatch(/^v(\d+) \1$/)
    }
    await changing
  })

  test('a job is decided by the version that was live when it was accepted', async () => {
    const { key } = await ruled()
    const id = await submit(api, key, [ADA], { format: 'full' })
    await activate(key, [])
    await ended(api, key, id)
    const { body } = await api.call('getBatchResults', { key, params: { batchId: id } })
    expect(body.results[0].metadata.decision).toEqual(BY_ONLY)
  })

  test('lists do, without any rules: addresses by any spelling, domains, and names below them', async () => {
    const { key } = await api.account()
    await putList(key, 'deny', [ADA, 'implicit.mailproof.net', '*.mailproof.org'])
    const by = { action: 'deny', rule: 'deny_list', message: null, rules_version: 0 }
    expect(await decided(key, 'ADA@explicit.MAILPROOF.net')).toEqual(by)
    expect(await decided(key, 'x@implicit.mailproof.net')).toEqual(by)
    expect(await decided(key, 'x@a.mailproof.org')).toEqual(by)
    expect(await decided(key, 'bea@explicit.mailproof.net')).toMatchObject({ action: 'allow', rule: null })
  })

  test('the allow list wins over every block', async () => {
    const { key } = await api.account()
    await activate(key, [{ when: { all: [] }, action: 'deny' }])
    await putList(key, 'allow', [BOB])
    await putList(key, 'deny', [BOB])
    expect(await decided(key, BOB)).toMatchObject({ action: 'allow', rule: 'allow_list' })
    expect(await decided(key)).toMatchObject({ action: 'deny', rule: 'rule 1' })
  })

  test('not the rules of another account, and none for a sandbox key', async () => {
    const { key } = await ruled()
    const { key: other } = await api.account()
    const { key: sandbox } = await api.generate(key, { sandbox: true })
    expect(await decided(other)).toMatchObject({ rules_version: 0 })
    expect(await decided(sandbox, 'valid@explicit.mailproof.net')).toMatchObject({ rule: null, rules_version: 0 })
  })

  test('the names of mail exchanges and the key, too', async () => {
    const { key } = await api.account()
    const { key: form, id } = await api.generate(key)
    await activate(key, [
      { name: 'form', when: { fact: 'key', op: 'eq', value: id }, action: 'review' },
      { name: 'exchange', when: { fact: 'mx', op: 'under', value: 'mailproof.net' }, action: 'deny' },
    ])
    expect(await decided(form)).toMatchObject({ rule: 'form' })
    expect(await decided(key)).toMatchObject({ rule: 'exchange' })
  })
})

test('events have the version, the rule and what it decided, and no address', async () => {
  const { key, id } = await ruled()
  await putList(key, 'allow', [BOB])
  for (const email of [ADA, BOB]) await api.call('verifyEmail', { key, body: { email } })
  await api.call('verifyBatch', { key, body: { emails: [ADA, BOB] } })
  const events = await api.events(`usage-${id}.${new Date().toISOString().slice(0, 7)}`)
  expect(
    events.map(
      ({ data }) => (data as { ruling?: object; rulings?: object }).ruling ?? (data as { rulings?: object }).rulings,
    ),
  ).toEqual([
    { version: 1, action: 'review', rule: 'only us' },
    { version: 1, action: 'allow', rule: 'rule 2', listed: 'a' },
    { version: 1, codes: ['r-only us', 'aarule 2'], code: 'AB' },
  ])
  const all = JSON.stringify([...events, ...(await api.events(`rules-${id}`))], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  for (const secret of ['ada@', 'bob@', 'We will write']) expect(all).not.toContain(secret)
})
