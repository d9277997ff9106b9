// Verdicts of both APIs for real domains of the test zone.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Answer } from '../../testbed/callers/client.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { VERDICTS, type VerdictCase } from './verdictCases.js'
import { verdictZone } from './verdictZone.js'

let api: InProcessService
let key: string
const answers = new Map<VerdictCase, { readonly v1: Answer; readonly v2: Answer }>()

const v1 = (email: string) => api.call('verifyEmail', { key, body: { email } })
const v2 = (email: string) => api.call('verifyEmailSignals', { key, body: { email } })

beforeAll(async () => {
  api = await start({ zone: verdictZone() })
  key = (await api.account({ plan: 'enterprise' })).key
  // Those with unresponsive names wait concurrently.
  for (let at = 0; at < VERDICTS.length; at += 20) {
    await Promise.all(
      VERDICTS.slice(at, at + 20).map(async (each) => {
        answers.set(each, { v1: await v1(each.email), v2: await v2(each.email) })
      }),
    )
  }
})
afterAll(() => api.stop())

describe.each(VERDICTS.map((each) => [each.email.slice(0, 60), each.because, each] as const))(
  '%j (%s)',
  (_, _why, each) => {
    const degraded = each.v1 === 'unknown' || each.v1 === 'fallback'

    test(`is ${each.v1} in v1`, () => {
      const { email, v1: verdict, checks, flags = [], domain, provider, didYouMean } = each
      const isTrue = new Set<string>([...flags, ...(checks === 'all' ? ['syntax', 'dns', 'mx'] : checks)])
      const invalid = !degraded && verdict !== 'valid'
      const names = ['syntax', 'dns', 'mx', 'disposable', 'role', 'free']
      const { status, body } = answers.get(each)!.v1
      expect(status).toBe(200)
      expect(body).toEqual({
        email,
        valid: !invalid,
        status: invalid ? 'invalid' : verdict === 'unknown' ? 'unknown' : 'valid',
        ...(invalid && { reason: verdict }),
        is_known_valid_fallback: verdict === 'fallback',
        is_dns_fallback: verdict === 'unknown',
        checks: Object.fromEntries(names.map((name) => [name, isTrue.has(name)])),
        from_pool: false,
        metadata: {
          domain:
            domain ??
            (verdict === 'syntax' ? expect.any(String) : email.slice(email.lastIndexOf('@') + 1).toLowerCase()),
          ...(provider && { provider }),
          ...(didYouMean && { did_you_mean: didYouMean }),
          ...(verdict !== 'syntax' && { normalized_email: expect.stringContaining('@'), alias: email.includes('+') }),
        },
      })
    })

    test(`is ${each.v2[0]} in v2`, () => {
      const { email, flags = [], patterns = [], ttl = 300 } = each
      const [decision, codes, dns, mx] = each.v2
      const { status, body } = answers.get(each)!.v2
      expect(status).toBe(200)
      expect(body).toMatchObject({
        email,
        default_decision: decision,
        signals: {
          syntax: each.v1 === 'syntax' ? 'invalid' : 'valid',
          dns,
          mx,
          disposable: flags.includes('disposable'),
          accept_all: 'unknown',
          patterns: [...patterns],
        },
        runtime: {
          status: degraded ? 'degraded' : 'ok',
          unresolved_groups: Object.entries({ dns, mx }).flatMap(([group, signal]) =>
            signal === 'timeout' || signal === 'error' ? [group] : [],
          ),
        },
      })
      expect(codesOf(body).sort()).toEqual([...codes].sort())
      if (degraded) expect(body.ttl_hint_seconds).toBe(0)
      // Some time has passed between the two calls.
      else expect(Math.abs(body.ttl_hint_seconds - ttl)).toBeLessThanOrEqual(60)
      if (!degraded) expect(body.ttl_hint_seconds).toBeLessThanOrEqual(ttl)
    })
  },
)

const codesOf = (body: { reasons: { code: string }[] }): string[] => body.reasons.map(({ code }) => code)

describe('reasons', () => {
  test('have a page each at the docs_slug, which is the code with hyphens', async () => {
    const reasons = [...answers.values()].flatMap(({ v2: { body } }) => body.reasons)
    const slugs = new Map<string, string>(reasons.map(({ code, docs_slug }) => [docs_slug, code]))
    expect(slugs.size).toBeGreaterThan(15)
    for (const [slug, code] of slugs) {
      expect(slug).toBe(code.replaceAll('_', '-'))
      const page = await api.request('GET', `/docs/reasons/${slug}`)
      expect(page.status).toBe(200)
      expect(page.text).toContain(code)
    }
  })

  test('are decided by the worst category; degraded is always review', () => {
    for (const { v2: answer } of answers.values()) {
      const { default_decision, reasons, runtime } = answer.body
      const categories = reasons.map(({ category }: { category: string }) => category)
      const worst = ['deny', 'review', 'allow'].find((category) => categories.includes(category))
      expect(default_decision).toBe(runtime.status === 'degraded' ? 'review' : worst)
    }
  })
})

describe('a cached verdict', () => {
  test('is returned again without a query, with the minute of its check and the remaining TTL', async () => {
    const first = await v2('ada@explicit.mailproof.net')
    api.dns.forget()
    await sleep(20)
    const second = await v2('bob@explicit.mailproof.net')
    expect((await v1('eve@explicit.mailproof.net')).body.status).toBe('valid')
    expect(api.dns.queries()).toBe(0)
    expect(second.body.checked_at).toBe(first.body.checked_at)
    expect(second.body.checked_at).toMatch(/:00\.000Z$/)
    expect(second.body.ttl_hint_seconds).toBeLessThanOrEqual(first.body.ttl_hint_seconds)
    expect(second.body.ttl_hint_seconds).toBeGreaterThan(0)
  })

  test.each(['missing', 'no-records', 'null-mx', 'no-target'])('may be negative: %s is queried once', async (name) => {
    const domain = `${name}.mailproof.net`
    await v1(`first@${domain}`)
    api.dns.forget()
    await v1(`second@${domain}`)
    await v2(`third@${domain}`)
    expect(api.dns.queries()).toBe(0)
  })

  test('is queried once for all concurrent callers', async () => {
    api.dns.forget()
    api.dns.set('crowd.mailproof.net', { MX: [[10, 'mx1.mailproof.net']], delayMs: 60 })
    await Promise.all(Array.from({ length: 50 }, (_, index) => v1(`ada-${index}@crowd.mailproof.net`)))
    // A lost packet may be repeated; fifty callers do not send fifty queries.
    expect(api.dns.queries('crowd.mailproof.net', 'MX')).toBeLessThan(5)
  })

  test('is never degraded: the next call queries again, and gets the new answer', async () => {
    api.dns.set('recovering.mailproof.net', { does: 'servfail' })
    expect((await v1('ada@recovering.mailproof.net')).body.status).toBe('unknown')
    api.dns.set('recovering.mailproof.net', { MX: [[10, 'mx1.mailproof.net']] })
    expect((await v1('ada@recovering.mailproof.net')).body.status).toBe('valid')
    expect((await v2('ada@recovering.mailproof.net')).body.default_decision).toBe('allow')
  })

  test('that is degraded has the minute of the call as its check time', async () => {
    const before = Date.now()
    const { body } = await v2('ada@servfail.mailproof.net')
    expect(Date.parse(body.checked_at)).toBeGreaterThan(before - 60_000)
    expect(Date.parse(body.checked_at)).toBeLessThanOrEqual(Date.now())
  })
})

test('what needs no DNS sends no query', async () => {
  api.dns.forget()
  for (const email of ['no address', 'ada@example.org', 'ada@[93.184.215.14]', 'ada@localhost']) await v1(email)
  expect(api.dns.queries()).toBe(0)
})
