// What replies mean: literal replies of large providers and of mail servers, and what no reply may ever mean.
import { describe, expect, test } from '@jest/globals'
import { createReplyParser, type Reply } from '../../src/adapters/smtp/protocol/reply.js'
import { meaningOf, ruleFor, statedPauseMs } from '../../src/adapters/smtp/replies/classify.js'
import { PROVIDERS, providerOf } from '../../src/adapters/smtp/replies/providers.js'
import { RULES } from '../../src/adapters/smtp/replies/table.js'
import fc from '../../testbed/fastCheck.js'
import { REPLIES } from './replies.js'

const parse = (reply: string): Reply => createReplyParser().push(Buffer.from(`${reply}\r\n`))[0]!
const ADA = { local: 'ada', domain: 'one.example' }
/** Meanings that make an address invalid. */
const INVALID = ['no_such_mailbox', 'disabled']
const BEFORE = ['greeting', 'hello', 'sender'] as const

describe('a literal reply', () => {
  test.each(REPLIES)('$operator, $stage: $reply', ({ operator, stage, reply, means }) =>
    expect(meaningOf(parse(reply), { stage, operator, ...ADA })).toBe(means),
  )

  test('there are more than 400, and at least one for each rule', () => {
    const used = new Set(REPLIES.map(({ reply, stage, operator }) => ruleFor(parse(reply), stage, operator).id))
    expect(REPLIES.length).toBeGreaterThan(400)
    expect(RULES.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([])
  })
})

describe('the table', () => {
  test('has one rule of each name, and a source for each', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length)
    for (const { source } of RULES) expect(source).not.toBe('')
  })

  test('knows a date and a source for what it knows of a provider', () => {
    for (const { policy, source, seen } of PROVIDERS) if (policy) expect(source && seen).toMatch(/^\d{4}-\d\d$/)
  })

  test.each([
    ['aspmx.l.google.com', 'google', undefined],
    ['alt2.gmail-smtp-in.l.google.com', 'google', 'refuses_unknown'],
    ['one-example.mail.protection.outlook.com', 'microsoft', undefined],
    ['eur.olc.protection.outlook.com', 'microsoft', 'refuses_unknown'],
    ['mta5.am0.yahoodns.net', 'yahoo', 'accepts_every_recipient'],
    ['notgoogle.com', undefined, undefined],
    ['google.com.example', undefined, undefined],
  ])('knows who runs %s', (exchange, operator, policy) => {
    expect(providerOf(exchange)?.operator).toBe(operator)
    expect(providerOf(exchange)?.policy).toBe(policy)
  })
})

describe('no address becomes invalid', () => {
  test.each(BEFORE)('by anything that is said about the %s', (stage) => {
    for (const { reply, operator } of REPLIES) {
      const means = meaningOf(parse(reply), { stage, operator, ...ADA })
      expect(INVALID).not.toContain(means)
    }
  })

  test('by a reply that is not permanent', () => {
    for (const { reply, operator } of REPLIES)
      for (const code of ['2', '4']) {
        const changed = parse(reply.replace(/^5/gm, code).replace(/^(\d{3}[ -])5\./gm, `$1${code}.`))
        expect(INVALID).not.toContain(meaningOf(changed, { stage: 'recipient', operator, ...ADA }))
      }
  })

  test.each([
    'blocked using zen.spamhaus.org',
    'too many recipients',
    'greylisted',
    'your IP is on a blacklist',
    'SPF check failed',
  ])('by a refusal that also says: %s', (words) => {
    for (const { reply, operator } of REPLIES) {
      const changed = parse(
        reply
          .split('\r\n')
          .map((line) => `${line} ${words}`)
          .join('\r\n'),
      )
      const means = meaningOf(changed, { stage: 'recipient', operator: operator === 'yandex' ? 'x' : operator, ...ADA })
      expect([reply, means]).not.toEqual([reply, 'no_such_mailbox'])
    }
  })

  test.each([
    ['user-unknown', 'one.example'],
    ['no.such.user', 'one.example'],
    ['ada', 'account-disabled.example'],
    ['mailbox not found', 'one.example'],
    ['"user unknown"', 'one.example'],
  ])('by its own words: %s@%s', (local, domain) => {
    for (const text of [
      `<${local}@${domain}> rejected`,
      `${local} rejected`,
      `rejected ${local} (${domain})`,
      `${domain}`,
    ]) {
      const means = meaningOf(parse(`550 ${text}`), { stage: 'recipient', operator: 'x', local, domain })
      expect(INVALID).not.toContain(means)
    }
  })

  test.each(['spamhaus', 'greylist', 'quota.exceeded', 'blocked'])('or blocked by its own words: %s', (local) => {
    const reply = parse(`550 5.1.1 <${local}@one.example>: Recipient address rejected: User unknown`)
    expect(meaningOf(reply, { stage: 'recipient', operator: 'x', local, domain: 'one.example' })).toBe(
      'no_such_mailbox',
    )
  })

  test('by any reply without a permanent code, whatever its text', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 499 }),
        fc.constantFrom(...REPLIES.map(({ reply }) => reply.slice(4))),
        fc.constantFrom('', '5.1.1 ', '4.1.1 ', '5.1.10 '),
        (code, text, enhanced) => {
          const reply = { code, enhanced: enhanced.trim() || undefined, text, lines: [text] }
          expect(INVALID).not.toContain(meaningOf(reply, { stage: 'recipient', operator: 'x', ...ADA }))
        },
      ),
    ))
})

test('a long text takes a bounded time', () => {
  const began = performance.now()
  for (const piece of ['user ', 'not found ', 'a@', 'quota mailbox ', '<@', 'reverse dns '])
    meaningOf(
      { code: 550, enhanced: undefined, text: piece.repeat(10_000), lines: [] },
      { stage: 'recipient', operator: 'x', ...ADA },
    )
  expect(performance.now() - began).toBeLessThan(2_000)
})

test.each([
  ['try again in 300 seconds', 300_000],
  ['Greylisted for 5 minutes', 300_000],
  ['retry in 3600s', 3_600_000],
  ['come back in 1 h', 3_600_000],
  ['come back in 00:04:59', 299_000],
  ['please try again later', undefined],
  ['too many connections: 10 messages of 3 hosts', undefined],
  ['too many mails to <9h@one.example>', undefined],
  ['[192.0.2.1] is greylisted', undefined],
])('the pause in %j is %p ms', (text, ms) => expect(statedPauseMs(parse(`450 ${text}`))).toBe(ms))
