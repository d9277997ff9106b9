// An operator's own lists win over everything.
import { describe, expect, test } from '@jest/globals'
import { createEngine, isComplete } from '../../../src/features/verification/engine/engine.js'
import { loadLists } from '../../../src/features/verification/engine/lists/loadLists.js'
import { judgeV1 } from '../../../src/features/verification/engine/policy/v1.js'
import { judgeV2 } from '../../../src/features/verification/engine/policy/v2.js'
import type { MailRoute, RoutedDomain } from '../../../src/features/verification/engine/route.js'
import { withOperatorLists } from '../../../src/features/verification/lists/operator/operatorLists.js'
import { parseEntries } from '../../../src/features/verification/lists/operator/parseEntries.js'

const embedded = loadLists()
const EXPLICIT: MailRoute = { kind: 'explicit', exchanges: ['MX1.Mail.Example.', 'mx2.mail.example'] }
const routed = (route: MailRoute): RoutedDomain => ({ route, checkedAt: 0, ttl: 300 })

/** Both verdicts on an address with these entries. */
function judged(email: string, { allow = '', deny = '' }, route: MailRoute = EXPLICIT) {
  const entries = { allow: parseEntries(allow).entries, deny: parseEntries(deny).entries }
  const router = { cached: () => routed(route), find: async () => routed(route) }
  const facts = createEngine({ lists: withOperatorLists(embedded, entries), router }).gather(email)
  if (!isComplete(facts)) throw new Error('the route is known')
  const { decision, reasons } = judgeV2(facts, 0)
  const { valid, checks } = judgeV1(facts)
  return { decision, codes: reasons.map(({ code }) => code), valid, disposable: checks.disposable, facts }
}

describe("the operator's own lists", () => {
  test('an allowed domain is accepted although the lists call it disposable', () => {
    expect(judged('ada@mailinator.com', {})).toMatchObject({ decision: 'deny', disposable: true })
    expect(judged('ada@mailinator.com', { allow: 'mailinator.com' })).toMatchObject({
      ...{ decision: 'allow', codes: ['allowed_by_operator'], disposable: false },
    })
  })

  test('a denied domain is refused although it is a large provider', () =>
    expect(judged('ada@gmail.com', { deny: 'gmail.com' })).toMatchObject({
      ...{ decision: 'deny', codes: ['denied_by_operator'], disposable: true, valid: true },
    }))

  test('an allowed address is accepted whatever else was found, which further reasons say', () => {
    const rejected = judged('test@partner.net', { allow: 'partner.net' }, { kind: 'null_mx' })
    expect(rejected).toMatchObject({ decision: 'allow', valid: false })
    expect(rejected.codes).toEqual(['allowed_by_operator', 'null_mx', 'developer_test', 'role_account'])
  })

  test('they decide when DNS fails', () => {
    const failed: MailRoute = { kind: 'temporary', failed: 'mx', how: 'timeout', exchanges: [] }
    expect(judged('ada@spam.net', { deny: 'spam.net' }, failed).codes).toEqual(['denied_by_operator', 'dns_timeout'])
    expect(judged('ada@spam.net', { deny: 'spam.net' }, failed).decision).toBe('deny')
  })

  test('an allowed domain is no typo', () => {
    expect(judged('ada@gmial.com', {}).facts.didYouMean).toBe('ada@gmail.com')
    expect(judged('ada@gmial.com', { allow: 'gmial.com' }).facts.didYouMean).toBeUndefined()
  })

  test.each([
    ['the domain itself, before a wildcard', 'a.b.net', { allow: 'a.b.net', deny: '*.b.net' }, 'allow'],
    ['the longer wildcard', 'x.a.b.net', { allow: '*.b.net', deny: '*.a.b.net' }, 'deny'],
    ['a wildcard, before a mail host', 'a.b.net', { allow: '*.b.net', deny: 'mx:mx1.mail.example' }, 'allow'],
    [
      'a mail host, before a wildcard of mail hosts',
      'b.net',
      { allow: 'mx:mx2.mail.example', deny: 'mx:*.mail.example' },
      'allow',
    ],
    ['deny, of the same entry in both', 'b.net', { allow: 'b.net', deny: 'b.net' }, 'deny'],
    ['deny, of two mail hosts', 'b.net', { allow: 'mx:mx1.mail.example', deny: 'mx:mx2.mail.example' }, 'deny'],
  ])('the most specific entry decides: %s', (_, domain, lists, list) =>
    expect(judged(`ada@${domain}`, lists).facts.domain?.operator?.list).toBe(list),
  )

  test.each([
    ['a domain', 'x.b.net', 'b.net'],
    ['a wildcard', 'b.net', '*.b.net'],
    ['a wildcard', 'xb.net', '*.b.net'],
    ['a mail host', 'b.net', 'mx:mail.example'],
  ])('%s matches nothing else', (_, domain, deny) =>
    expect(judged(`ada@${domain}`, { deny }).facts.domain?.operator).toBeUndefined(),
  )

  test('the pool, which knows no mail hosts, is not asked where an entry names one', () => {
    const pooled = {
      routed: routed({ kind: 'explicit', exchanges: [] }),
      provider: undefined,
      confidence: 1,
      validations: 9,
    }
    const router = { cached: () => undefined, find: async () => routed(EXPLICIT) }
    const gather = (deny: string) =>
      createEngine({
        lists: withOperatorLists(embedded, { allow: [], deny: parseEntries(deny).entries }),
        router,
      }).gather('ada@b.net', undefined, undefined, pooled)
    expect(isComplete(gather('c.net'))).toBe(true)
    expect(isComplete(gather('mx:mx1.mail.example'))).toBe(false)
  })
})

describe('a change of the lists', () => {
  const entries = (deny: string) => ({ allow: [], deny: parseEntries(deny).entries })

  test('takes effect for the next verdict, also on a domain that was just looked up', () => {
    const router = { cached: () => routed(EXPLICIT), find: async () => routed(EXPLICIT) }
    const engine = createEngine({ lists: embedded, router })
    const disposable = () => {
      const facts = engine.gather('ada@b.net')
      return isComplete(facts) && facts.domain?.disposable !== undefined
    }
    expect(disposable()).toBe(false)
    engine.setLists(withOperatorLists(embedded, entries('b.net')))
    expect(disposable()).toBe(true)
    engine.setLists(embedded)
    expect(disposable()).toBe(false)
  })

  test('does not reach a verdict that waits for DNS', async () => {
    let answer = (_: RoutedDomain) => {}
    const find = () =>
      new Promise<RoutedDomain>((resolve) => {
        answer = resolve
      })
    const engine = createEngine({ lists: embedded, router: { cached: () => undefined, find } })
    const pending = engine.gather('ada@b.net')
    if (isComplete(pending)) throw new Error('the route is unknown')
    const facts = pending.queryDns()
    engine.setLists(withOperatorLists(embedded, entries('mx:mx1.mail.example')))
    answer(routed(EXPLICIT))
    expect((await facts).domain?.operator).toBeUndefined()
  })
})
