// Charges and events of verdicts.
import { describe, expect, test } from '@jest/globals'
import { newEvents } from '../../src/eventing/newEvents.js'
import { addressesVerified } from '../../src/features/verification/addressesVerified.js'
import { keyOf } from '../../src/features/verification/encoding.js'
import type { Facts } from '../../src/features/verification/engine/facts.js'
import { judgeV1 } from '../../src/features/verification/engine/policy/v1.js'
import { canonicalAddress } from '../../src/features/verification/engine/syntax/canonicalAddress.js'
import type { AddressesVerified } from '../../src/features/verification/events.js'
import type { JudgedFacts } from '../../src/features/verification/judgeGathered.js'
import { judgementOf } from '../../src/features/verification/judgement.js'
import {
  addressVerified,
  asciiDomainOf,
  isCharged,
  summarise,
  type VerdictRow,
} from '../../src/features/verification/verdict.js'
import { decidedProblems } from '../../testbed/contract/eventSchemas.js'
import fc from '../../testbed/fastCheck.js'
import { ada, KEY } from '../../testbed/given/accountEvents.js'
import { factsOf, timeout } from '../../testbed/given/facts.js'

const listed = { disposable: { entry: 'x', sources: ['x'] } }
type Judged = VerdictRow & Pick<JudgedFacts, 'judgement'>
const row = (...facts: Parameters<typeof factsOf>): Judged => ({
  facts: factsOf(...facts),
  verdict: judgeV1(factsOf(...facts)),
  judgement: judgementOf(factsOf(...facts)),
})

const deliverable = row('ada@example.net')
const unknown = row('ada@slow.example.net', { route: timeout })
const misspelt = row('no address')
const noRecords = row('ada@gone.example.net', { route: { kind: 'no_records', nameExists: false } })
const noTarget = row('ada@broken.example.net', { route: { kind: 'no_target', exchanges: ['mx.example.net'] } })
const nullMx = row('ada@silent.example.net', { route: { kind: 'null_mx' } })
const reserved = row('ada@example.test', { domain: { reserved: true } })
const literal = row('ada@[192.0.2.1]', { literalIsPublic: true })

/** A batch whose caller shares nothing. */
const eventOf = (rows: readonly Judged[], durationUs = 1_234): AddressesVerified => {
  const verified = {
    rows: rows.map((row) => ({ ...row, lists: row.facts.lists, poolConsulted: false, shared: undefined })),
    canonical: rows.map(({ facts: { email, parsed } }) => canonicalAddress(email, parsed)),
  }
  const [event, ...others] = addressesVerified(
    { account: ada, key: KEY },
    { pool: 'public', share: false },
    verified,
    durationUs,
  )
  expect(others).toEqual([])
  return event!
}

const of = (rows: readonly Judged[]): AddressesVerified['data'] => {
  const event = eventOf(rows)
  expect(decidedProblems(event)).toEqual([])
  return event.data
}

describe('a verdict is charged', () => {
  test.each([
    ['valid', deliverable, true],
    ['invalid by its syntax', misspelt, true],
    ['invalid by its route', noRecords, true],
    ['an address literal', literal, true],
  ])('when it is %s', (_, { verdict }, expected) => expect(isCharged(verdict)).toBe(expected))

  test('but not when DNS could not confirm it, even if the provider is known', () => {
    const known = row('ada@big.example', { route: timeout, domain: { major: true } })
    expect(known.verdict.status).toBe('valid')
    for (const { verdict } of [unknown, known]) expect(isCharged(verdict)).toBe(false)
  })
})

describe('the event of a single verification', () => {
  const kept = (judged: Judged, api: 'v1' | 'v2' = 'v1') => {
    const event = addressVerified(judged, {
      account: ada,
      api,
      durationUs: 1_234,
      address: 2_748_273_648_273,
      key: KEY,
    })
    expect(decidedProblems(event)).toEqual([])
    return event.data
  }
  const plain = {
    account: ada,
    api: 'v1',
    status: 'valid',
    valid: true,
    reason: null,
    disposable: false,
    role: false,
    free: false,
    domain: 'example.net',
    provider: null,
    durationUs: 1_234,
    charged: 1,
    decision: 'allow',
    lists: null,
    address: 2_748_273_648_273,
    key: keyOf(KEY),
  }

  test('has status, domain and cost of a deliverable address', () => expect(kept(deliverable)).toEqual(plain))

  test('has the API version', () => expect(kept(deliverable, 'v2')).toEqual({ ...plain, api: 'v2' }))

  test('has the list matches', () =>
    expect(kept(row('info@example.net', { role: true, domain: { free: true, ...listed }, provider: 'gmail' }))).toEqual(
      {
        ...plain,
        role: true,
        free: true,
        disposable: true,
        provider: 'gmail',
        decision: 'deny',
        reasons: ['disposable', 'role_account'],
      },
    ))

  test('has, for an unknown result: accepted, no reason, no cost', () =>
    expect(kept(unknown)).toEqual({
      ...plain,
      status: 'unknown',
      domain: 'slow.example.net',
      charged: 0,
      decision: 'review',
      reasons: ['dns_timeout'],
      route: 'timeout',
    }))

  test.each([
    ['syntax', misspelt, null, 'syntax_invalid', 'none'],
    ['dns', noRecords, 'gone.example.net', 'no_records', 'no_name'],
    ['mx', noTarget, 'broken.example.net', 'mx_absent', 'no_target'],
    ['null_mx', nullMx, 'silent.example.net', 'null_mx', 'null_mx'],
    ['reserved_domain', reserved, 'example.test', 'reserved_domain', 'none'],
  ])('has the reasons of an invalid address (%s), and its route', (reason, invalid, domain, v2, route) =>
    expect(kept(invalid)).toEqual({
      ...plain,
      status: 'invalid',
      valid: false,
      reason,
      domain,
      decision: 'deny',
      reasons: [v2],
      route,
    }),
  )

  test('has the suggested domain, and nothing of the address', () => {
    const typo = { ...deliverable.facts, didYouMean: 'ada@gmail.com' }
    const judged = { facts: typo, verdict: judgeV1(typo), judgement: judgementOf(typo) }
    expect(kept(judged)).toEqual({ ...plain, decision: 'review', reasons: ['probable_typo'], suggestion: 'gmail.com' })
  })

  test('has an international domain as lower-case A-labels', () =>
    expect(kept(row('ada@MÜNCHEN.example')).domain).toBe('xn--mnchen-3ya.example'))

  test('has no domain for an address literal', () => expect(kept(literal).domain).toBeNull())

  test('never has the address', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const local = `secret.${email}`
        expect(JSON.stringify(kept(row(local)))).not.toContain('secret')
      }),
    )
  })
})

describe('the event of a synchronous batch', () => {
  test('has one letter per row for the status and one for the reason', () => {
    const data = of([deliverable, unknown, misspelt, noRecords, noTarget, nullMx, reserved, literal])
    expect(data.status).toBe('vuiiiiiv')
    expect(data.reason).toBe('--sdmnr-')
  })

  test('has a count per status', () => {
    const rows = [deliverable, unknown, misspelt, noRecords, deliverable]
    expect(of(rows)).toMatchObject({ total: 5, valid: 2, invalid: 2, unknown: 1 })
    expect(summarise(rows)).toEqual({ total: 5, valid: 2, invalid: 2, unknown: 1 })
  })

  test('has the cost, each address once, and the duration', () =>
    expect(of([deliverable, unknown, deliverable])).toMatchObject({ account: ada, charged: 1, durationUs: 1_234 }))

  test('has one hex digit per row for disposable (1), role (2) and free (4)', () => {
    const flags = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
      row('ada@example.net', {
        role: (bits & 2) !== 0,
        domain: { free: (bits & 4) !== 0, ...((bits & 1) !== 0 && listed) },
      }),
    )
    expect(of(flags).flags).toBe('01234567')
  })

  test('has each domain once, in order of appearance, with its rows', () => {
    const rows = [row('a@b.example'), row('b@a.example'), misspelt, row('c@B.example'), literal, row('d@c.example')]
    expect(of(rows)).toMatchObject({
      domains: ['b.example', 'a.example', 'c.example'],
      domain: [0, 1, -1, 0, -1, 2],
    })
  })

  test('has a domain named like a member of Object.prototype', () =>
    expect(of([row('a@constructor'), row('a@valueof'), row('a@constructor')])).toMatchObject({
      domains: ['constructor', 'valueof'],
      domain: [0, 1, 0],
    }))
})

describe('the event of a batch stays small', () => {
  const MAX_BYTES = 50 * 1024

  const bytesOf = (event: AddressesVerified): number => {
    const actor = { id: ada, correlationId: 'c'.repeat(128), commandId: 'd'.repeat(128) }
    return Buffer.byteLength(JSON.stringify(newEvents(`usage-${ada}.2026-11`, [event], actor)))
  }

  /** A domain of this many octets, unique by number. */
  const longDomain = (octets: number, number: number): string => {
    const text = number.toString(36).padStart(2, '0').padEnd(octets, 'x')
    return text.replaceAll(/.{62}(?=.)/g, (label) => `${label.slice(0, -1)}.`)
  }

  /** Facts with any domain: the longest in DNS leave no room for a local part (RFC 5321, 254 octets). */
  const withDomain = (ascii: string): Judged => {
    const domain = { kind: 'name', ascii } as const
    const mailbox = { local: 'a', localContent: 'a', domain, canonical: `a@${ascii}` }
    const facts: Facts = { ...deliverable.facts, parsed: { ok: true, mailbox } }
    return { ...noRecords, facts, verdict: { ...noRecords.verdict, domain: ascii } }
  }

  const rowsOf = (octets: readonly number[]): Judged[] =>
    octets.map((each, index) => withDomain(longDomain(each, index)))

  test.each([
    ['the longest there are', 253],
    ['the longest an address can have', 252],
    ['as long as all of them just fit', 32],
    ['a little longer', 33],
    ['as short as a thousand can be', 2],
  ])('for 1,000 rows whose domains all differ, %s: %d octets', (_, octets) => {
    const rows = rowsOf(Array.from({ length: 1_000 }, () => octets))
    expect(new Set(rows.map(({ verdict }) => asciiDomainOf(verdict))).size).toBe(1_000)
    expect(rows.every(({ verdict }) => asciiDomainOf(verdict)!.length === octets)).toBe(true)
    const event = eventOf(rows, Number.MAX_SAFE_INTEGER)
    expect(decidedProblems(event)).toEqual([])
    expect(bytesOf(event)).toBeLessThanOrEqual(MAX_BYTES)
  })

  test('for rows with any domains; each row finds its own, or is marked as left out', () => {
    const octets = fc.array(fc.integer({ min: 2, max: 253 }), { minLength: 1, maxLength: 1_000, size: 'max' })
    fc.assert(
      fc.property(octets, (lengths) => {
        const rows = rowsOf(lengths)
        const event = eventOf(rows, Number.MAX_SAFE_INTEGER)
        expect(decidedProblems(event)).toEqual([])
        expect(bytesOf(event)).toBeLessThanOrEqual(MAX_BYTES)
        const { domain, domains, status, reason, flags } = event.data
        for (const column of [domain, status, reason, flags]) expect(column).toHaveLength(rows.length)
        for (const [index, { verdict }] of rows.entries()) {
          if (domain[index] !== -1) expect(domains[domain[index]!]).toBe(asciiDomainOf(verdict))
        }
        expect(new Set(domain.filter((place) => place !== -1)).size).toBe(domains.length)
      }),
      { numRuns: 30 },
    )
  })

  test('and has every domain as long as they fit', () => {
    const { domain, domains } = of(rowsOf(Array.from({ length: 1_000 }, () => 32)))
    expect(domains).toHaveLength(1_000)
    expect(domain).toEqual(Array.from({ length: 1_000 }, (_, index) => index))
  })
})
