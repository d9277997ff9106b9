// What callers see who ask about mailboxes: v1, v2, GraphQL and MCP, with a scripted mail server.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createClient } from '../../src/client/index.js'
import { ask, dataOf } from '../../testbed/callers/graphql.js'
import { eventually } from '../../testbed/eventually.js'
import { collect } from '../../testbed/given/events.js'
import { type ConnectionGuard, guardConnections } from '../../testbed/mail/loopbackOnly.js'
import type { MailScript } from '../../testbed/mail/server.js'
import { type MailService, openMailService } from '../../testbed/mail/service.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { overHttp } from '../mcp/support/agent.js'

const domains = Array.from({ length: 60 }, (_, at) => `d${at}-mail.net`)
let used = 0
/** Of a domain that nobody has asked about. */
const address = (local = 'ada') => `${local}@${domains[used++]!}`

const directory = tempDirectory({ quick: true })
let guard: ConnectionGuard
let mail: MailService
let api: InProcessService
let key: string
beforeAll(async () => {
  guard = guardConnections()
  mail = await openMailService(domains)
  api = await mail.serve({ env: { DATA_DIR: directory.path } })
  ;({ key } = await api.account({ plan: 'growth' }))
})
afterAll(async () => {
  await mail.close()
  directory.remove()
  guard.release()
})

const knows =
  (...known: string[]) =>
  (recipient: string) =>
    known.some((local) => recipient.startsWith(`${local}@`)) ? '250 2.1.5 Ok' : '550 5.1.1 User unknown'

async function v1(email: string, script: MailScript, options: { key?: string } = {}) {
  mail.server.say(script)
  const { status, body } = await api.call('verifyEmail', { key, ...options, body: { email, mailbox: true } })
  expect(status).toBe(200)
  return body
}
async function v2(email: string, script: MailScript) {
  mail.server.say(script)
  const { status, body } = await api.call('verifyEmailSignals', { key, body: { email, mailbox: true } })
  expect(status).toBe(200)
  return body
}
const charged = async () => (await api.call('getUsage', { key })).body.current_month.verifications as number

describe('POST /v1/verify with `mailbox`', () => {
  test('says that the mailbox exists', async () => {
    const before = await charged()
    const body = await v1(address(), { rcpt: knows('ada') })
    expect(body).toMatchObject({ valid: true, status: 'valid', checks: { mx: true, mailbox: true } })
    expect(body.metadata.mailbox).toEqual({
      result: 'exists',
      code: 250,
      enhanced_code: '2.1.5',
      checked_at: expect.stringMatching(/:00\.000Z$/),
      final: true,
    })
    expect(await charged()).toBe(before + 1)
  })

  test('says that there is none, which alone makes an address invalid', async () => {
    const body = await v1(address(), { rcpt: knows('bob') })
    expect(body).toMatchObject({
      valid: false,
      status: 'invalid',
      reason: 'no_such_mailbox',
      checks: { dns: true, mx: true, mailbox: false },
      metadata: { mailbox: { result: 'no_such_mailbox', code: 550, enhanced_code: '5.1.1', final: true } },
    })
  })

  test('leaves the verdict where every address is accepted, and says so', async () => {
    const body = await v1(address(), {})
    expect(body).toMatchObject({
      valid: true,
      status: 'valid',
      checks: { mailbox: false },
      metadata: { mailbox: { result: 'accept_all', final: true } },
    })
    expect(body).not.toHaveProperty('reason')
  })

  test('says when to ask again, and charges nothing, while there is no answer', async () => {
    const before = await charged()
    const email = address()
    const body = await v1(email, { rcpt: '450 4.2.0 Greylisted, come back in 5 minutes' })
    expect(body).toMatchObject({
      valid: true,
      status: 'valid',
      metadata: { mailbox: { result: 'greylisted', final: false } },
    })
    expect(body.metadata.mailbox.ttl_hint_seconds).toBeGreaterThan(60)
    // Nobody is asked again too early, whatever the server would say now.
    const asked = mail.server.connections.length
    const again = await v1(email, { rcpt: knows('ada') })
    expect(again.metadata.mailbox.result).toBe('greylisted')
    expect(mail.server.connections).toHaveLength(asked)
    expect(await charged()).toBe(before)
  })

  test('answers in time where the server does not, and knows the answer later', async () => {
    const email = address()
    let reply: (text: string) => void = () => {}
    const startedAt = performance.now()
    const body = await v1(email, {
      rcpt: () => (socket) => {
        reply = (text) => void socket.write(`${text}\r\n`)
      },
    })
    expect(performance.now() - startedAt).toBeLessThan(6_000)
    expect(body).toMatchObject({ status: 'valid', metadata: { mailbox: { result: 'not_checked', final: false } } })
    reply('550 5.1.1 User unknown')
    const after = await eventually(
      () => v1(email, { rcpt: knows('ada') }),
      ({ metadata }) => metadata.mailbox.result !== 'not_checked',
    )
    expect(after).toMatchObject({ reason: 'no_such_mailbox', metadata: { mailbox: { result: 'no_such_mailbox' } } })
  }, 20_000)

  test('asks nobody where mail has no server', async () => {
    const asked = mail.server.connections.length
    for (const email of ['no address', 'ada@missing.mailproof.net', 'ada@localhost']) {
      const body = await v1(email, {})
      expect(body.metadata.mailbox).toMatchObject({ result: 'not_checked', final: true })
      expect(body.checks.mailbox).toBe(false)
    }
    expect(mail.server.connections).toHaveLength(asked)
  })

  test('serves all accounts with one question, and says nothing of who asked', async () => {
    const email = address()
    const first = await v1(email, { rcpt: knows('ada') })
    const asked = mail.server.connections.length
    const other = await api.account({ plan: 'growth' })
    expect((await v1(email, { rcpt: knows() }, other)).metadata.mailbox).toEqual(first.metadata.mailbox)
    expect(mail.server.connections).toHaveLength(asked)
  })

  test('says in `debug` what is in the way', async () => {
    mail.server.say({ rcpt: '550 5.1.1 User unknown' })
    const { body } = await api.call('verifyEmail', { key, body: { email: address(), mailbox: true, debug: true } })
    expect(body.debug.steps.at(-1)).toMatchObject({ name: 'mailbox', outcome: 'no_such_mailbox' })
  })

  test('without it asks nobody, and answers as ever', async () => {
    const asked = mail.server.connections.length
    const { body } = await api.call('verifyEmail', { key, body: { email: address() } })
    expect(body.checks).not.toHaveProperty('mailbox')
    expect(body.metadata).not.toHaveProperty('mailbox')
    expect(mail.server.connections).toHaveLength(asked)
  })
})

describe('POST /v2/verify with `mailbox`', () => {
  const codes = (body: { reasons: { code: string }[] }) => body.reasons.map(({ code }) => code)

  test('allows an address whose mailbox exists', async () => {
    const body = await v2(address(), { rcpt: knows('ada') })
    expect(body).toMatchObject({ default_decision: 'allow', signals: { accept_all: 'no', mailbox: 'exists' } })
    expect(body.runtime).toEqual({ status: 'ok', unresolved_groups: [] })
  })

  test.each([
    ['550 5.1.1 User unknown', 'deny', 'no_such_mailbox', 'no_such_mailbox'],
    ['550 5.2.1 The email account that you tried to reach is disabled', 'deny', 'no_such_mailbox', 'disabled'],
    ['552 5.2.2 Mailbox full', 'review', 'mailbox_full', 'full'],
    ['250 Ok', 'allow', 'accept_all', 'accept_all'],
  ])('after %s decides %s, by %s, which has a page', async (rcpt, decision, code, mailbox) => {
    const body = await v2(address(), { rcpt })
    expect(body).toMatchObject({ default_decision: decision, signals: { mailbox } })
    expect(codes(body)).toContain(code)
    const reason = body.reasons.find((each: { code: string }) => each.code === code)
    expect((await api.request('GET', `/docs/reasons/${reason.docs_slug}`)).status).toBe(200)
  })

  test('is degraded while there is no answer, decides as DNS does, and says when to ask again', async () => {
    const body = await v2(address(), { rcpt: '451 4.7.1 Greylisting in action, please come back later' })
    expect(body).toMatchObject({
      default_decision: 'allow',
      signals: { accept_all: 'unknown', mailbox: 'greylisted' },
      runtime: { status: 'degraded', unresolved_groups: ['mailbox'] },
    })
    expect(body.ttl_hint_seconds).toBeGreaterThan(60)
  })
})

/** The reports are in publicReports.test.ts with their texts; here is what a caller is told. */
describe('what public reports say that other checkers call invalid', () => {
  test.each<[string, MailScript, string]>([
    ['reacherhq 939: greylisting', { rcpt: '450 4.2.0 Recipient address rejected: Greylisted' }, 'greylisted'],
    ['py3-validate-email 81: greylisting', { rcpt: '450 4.7.1 Greylisted for 5 minutes' }, 'greylisted'],
    ['registry 2671: any 4xx', { rcpt: '451 4.3.0 Temporary lookup failure' }, 'temporary'],
    [
      'AfterShip 72, reacherhq 569: too many recipients',
      { rcpt: '452 4.5.3 Too many recipients (AS780090)' },
      'rate_limited',
    ],
    [
      'AfterShip 126: a block list',
      { rcpt: '550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus.' },
      'blocked_here',
    ],
    [
      'reacherhq 1110: a block list at MAIL FROM',
      { mail: '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked by RBL' },
      'blocked_here',
    ],
    ['a server that ends the connection', { rcpt: () => (socket) => void socket.destroy() }, 'temporary'],
  ])('%s', async (_, script, result) => {
    // What follows a refusal must not be paused by it.
    const email = address()
    const service = await mail.serve()
    try {
      mail.server.say(script)
      const own = await service.account()
      const { body } = await service.call('verifyEmail', { key: own.key, body: { email, mailbox: true } })
      expect(body).toMatchObject({ valid: true, status: 'valid', metadata: { mailbox: { result, final: false } } })
      expect((await service.call('getUsage', { key: own.key })).body.current_month.verifications).toBe(0)
    } finally {
      await service.stop()
    }
  })

  test('reacherhq 1124, AfterShip 130: a blocked port', async () => {
    const service = await mail.serve({ env: { MAILBOX_PORT: '1' } })
    const own = await service.account()
    const { body } = await service.call('verifyEmail', { key: own.key, body: { email: address(), mailbox: true } })
    expect(body).toMatchObject({
      valid: true,
      status: 'valid',
      metadata: { mailbox: { result: 'blocked_here', final: false } },
    })
    await service.stop()
  })
})

describe('GraphQL', () => {
  test('asks and answers the same', async () => {
    mail.server.say({ rcpt: knows('bob') })
    const query = `mutation ($one: String!, $two: String!) {
      verifyEmail(input: { email: $one, mailbox: true }) {
        status reason checks { mailbox } metadata { mailbox { result code enhancedCode final ttlHintSeconds checkedAt } }
      }
      verifyEmailSignals(input: { email: $two, mailbox: true }) { defaultDecision signals { acceptAll mailbox } }
    }`
    const data = await dataOf(api, query, { key, variables: { one: address(), two: address('bob') } })
    expect(data).toEqual({
      verifyEmail: {
        status: 'INVALID',
        reason: 'no_such_mailbox',
        checks: { mailbox: false },
        metadata: {
          mailbox: {
            result: 'NO_SUCH_MAILBOX',
            code: 550,
            enhancedCode: '5.1.1',
            final: true,
            ttlHintSeconds: null,
            checkedAt: expect.any(String),
          },
        },
      },
      verifyEmailSignals: { defaultDecision: 'ALLOW', signals: { acceptAll: 'NO', mailbox: 'EXISTS' } },
    })
  })
})

describe('the client and the tool for agents', () => {
  test('ask and answer the same', async () => {
    mail.server.say({ rcpt: knows('ada') })
    const client = createClient({ baseUrl: api.url, apiKey: key })
    const { checks, metadata } = await client.verifyEmail({ email: address(), mailbox: true })
    expect([checks.mailbox, metadata.mailbox?.result]).toEqual([true, 'exists'])
    const agent = await overHttp(api.url, key)
    const found = await agent.use('verify_email', { email: address('bob'), mailbox: true })
    await agent.close()
    expect(found).toMatchObject({ default_decision: 'deny', reasons: [{ code: 'no_such_mailbox' }] })
  })
})

describe('the own rules of an account', () => {
  test('see what the server says, and what was not asked', async () => {
    const own = await api.account({ plan: 'growth' })
    const rules = [
      { name: 'no catch-all', when: { fact: 'accept_all', op: 'eq', value: 'yes' }, action: 'review' },
      { name: 'sure', when: { fact: 'mailbox', op: 'eq', value: 'exists' }, action: 'allow', message: 'Welcome.' },
    ]
    await api.call('putRulesDraft', { key: own.key, body: { rules } })
    await api.call('activateRules', { key: own.key, body: {} })
    const rule = async (email: string, script: MailScript) => {
      mail.server.say(script)
      const { body } = await api.call('verifyEmailSignals', { key: own.key, body: { email, mailbox: true } })
      return body.decision.rule
    }
    expect(await rule(address(), {})).toBe('no catch-all')
    expect(await rule(address(), { rcpt: knows('ada') })).toBe('sure')
    expect(
      (await api.call('verifyEmailSignals', { key: own.key, body: { email: address() } })).body.decision.rule,
    ).toBeNull()
  })
})

describe('the log', () => {
  test('has what the server said with the verification, and no address', async () => {
    const events = await collect(api.service.container.store.readAll({ types: new Set(['AddressVerified']) }))
    const said = events.map(({ data }) => (data as { mailbox?: { result: string } }).mailbox?.result)
    expect(said).toEqual(expect.arrayContaining(['exists', 'no_such_mailbox', 'accept_all', 'greylisted', undefined]))
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('@')
  })
})

describe('a restart', () => {
  test('and a rebuild give the same answers without a network', async () => {
    const email = address()
    const first = await v1(email, { rcpt: knows() })
    await api.service.container.projections.rebuild(['mailboxes'])
    await api.stop()
    const silent = mail.server.connections.length
    api = await mail.serve({ env: { DATA_DIR: directory.path, MAILBOX_PORT: '1' } })
    const again = await v1(email, {})
    expect(again.metadata.mailbox).toEqual(first.metadata.mailbox)
    expect(again).toMatchObject({ status: 'invalid', reason: 'no_such_mailbox' })
    expect(mail.server.connections).toHaveLength(silent)
  })
})

describe('while MAILBOX_CHECKS is off', () => {
  let off: InProcessService
  beforeAll(async () => {
    off = await start()
  })
  afterAll(() => off.stop())

  test.each(['verifyEmail', 'verifyEmailSignals'] as const)('%s says so: 400', async (operation) => {
    const own = await off.account()
    const { status, body } = await off.call(operation, { key: own.key, body: { email: 'ada@one.test', mailbox: true } })
    expect({ status, code: body.error.code, path: body.error.details.problems[0].path }).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      path: '/mailbox',
    })
    expect(body.error.message).toContain('MAILBOX_CHECKS')
    expect((await off.call('getUsage', { key: own.key })).body.current_month.verifications).toBe(0)
  })

  test('GraphQL says so', async () => {
    const own = await off.account()
    const query = 'mutation { verifyEmail(input: { email: "ada@one.test", mailbox: true }) { status } }'
    const { body } = await ask(off, query, { key: own.key })
    expect(body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
  })

  test('`mailbox: false` is as without it', async () => {
    const own = await off.account()
    const { status } = await off.call('verifyEmail', { key: own.key, body: { email: 'ada@one.test', mailbox: false } })
    expect(status).toBe(200)
  })
})

test('nothing was connected to but loopback', () => expect(guard.strangers).toEqual([]))
