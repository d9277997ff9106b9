// Results of a batch as compact columns of an event, and in memory while the batch runs.
import { describe, expect, test } from '@jest/globals'
import { outcomeAt, toColumns } from '../../src/features/batches/run/columns.js'
import {
  EMPTY_CELL_OUTCOME,
  kindOf,
  type Outcome,
  outcomeOf,
  verdictOf,
} from '../../src/features/batches/run/outcome.js'
import { createOutcomes } from '../../src/features/batches/run/outcomes.js'
import type { Judgement } from '../../src/features/verification/encoding.js'
import { createEngine, isComplete } from '../../src/features/verification/engine/engine.js'
import type { DomainFacts } from '../../src/features/verification/engine/facts.js'
import type { Lists } from '../../src/features/verification/engine/lists/lists.js'
import { V1_REASONS } from '../../src/features/verification/engine/policy/reasonCodes.js'
import { judgeV1, verdictDomainOf } from '../../src/features/verification/engine/policy/v1.js'
import type { MailRoute } from '../../src/features/verification/engine/route.js'
import { SCENARIOS } from '../../src/features/verification/sandbox/scenarios.js'
import { sandboxRow } from '../../src/features/verification/sandbox.js'
import { decidedProblems } from '../../testbed/contract/eventSchemas.js'
import fc from '../../testbed/fastCheck.js'
import { chunkVerified } from '../../testbed/given/batchEvents.js'
import { factsOf } from '../../testbed/given/facts.js'
import { address } from '../verification/engine/support/addresses.js'

const ALLOWED: Judgement = { decision: 'allow', reasons: ['deliverable'], route: 'explicit' }
const DOUBTED: Judgement = { decision: 'review', reasons: ['role_account'], route: 'explicit' }

const PROVIDERS = ['gmail', 'outlook', 'fastmail', '__proto__', 'constructor']
const exchanges = fc.constantFrom<readonly string[]>([], ['mx.example.net'], ['mx.gmail.example', 'mx.example.net'])
const route: fc.Arbitrary<MailRoute> = fc.oneof(
  exchanges.map((all) => ({ kind: 'explicit', exchanges: all }) as const),
  fc.constant({ kind: 'implicit' } as const),
  fc.constant({ kind: 'null_mx' } as const),
  fc.boolean().map((nameExists) => ({ kind: 'no_records', nameExists }) as const),
  exchanges.map((all) => ({ kind: 'no_target', exchanges: all }) as const),
  exchanges.map((all) => ({ kind: 'not_public', exchanges: all }) as const),
  exchanges.map((all) => ({ kind: 'temporary', failed: 'mx', how: 'error', exchanges: all }) as const),
)
const domainFacts: fc.Arbitrary<DomainFacts> = fc.record({
  disposable: fc.option(fc.constant({ entry: 'x', sources: ['x'] }), { nil: undefined }),
  privacyRelay: fc.boolean(),
  free: fc.boolean(),
  provider: fc.option(fc.constantFrom(...PROVIDERS), { nil: undefined }),
  meant: fc.option(fc.constantFrom('gmail.com', 'hotmail.co.uk', 'xn--mnchen-3ya.de'), { nil: undefined }),
  confusable: fc.boolean(),
  reserved: fc.boolean(),
  major: fc.boolean(),
})

/** An address, and its verdict under any DNS. */
const judged = fc
  .record({ email: address, route, domain: domainFacts, role: fc.boolean(), byExchange: fc.boolean() })
  .map(({ email, route, domain, role, byExchange }) => {
    const lists: Lists = {
      version: '',
      sources: [],
      domainFacts: () => domain,
      isRole: () => role,
      providerByExchange: () => (byExchange ? 'google' : undefined),
    }
    const routed = { route, checkedAt: 0, ttl: 300 }
    const facts = createEngine({ lists, router: { cached: () => routed, find: async () => routed } }).gather(email)
    if (!isComplete(facts)) throw new Error('the route was known')
    return { email, verdict: judgeV1(facts) }
  })

const outcome: fc.Arbitrary<Outcome> = fc.record(
  {
    status: fc.constantFrom('valid', 'invalid', 'unknown'),
    reason: fc.constantFrom(undefined, ...V1_REASONS, 'row_length' as const),
    flags: fc.nat({ max: 255 }),
    provider: fc.constantFrom(undefined, ...PROVIDERS),
    meant: fc.constantFrom(undefined, 'gmail.com', 'hotmail.co.uk', 'constructor'),
  },
  { noNullPrototype: true },
)
const outcomes = fc.array(outcome, { minLength: 1, maxLength: 60 })

describe('results as columns', () => {
  test('restore every possible verdict', () =>
    fc.assert(
      fc.property(fc.array(judged, { minLength: 1, maxLength: 20 }), (rows) => {
        const columns = toColumns(rows.map(({ verdict }, row) => outcomeOf(verdict, row % 2 === 0 ? DOUBTED : ALLOWED)))
        const read = JSON.parse(JSON.stringify(columns))
        const given = rows.map(({ email }, row) => verdictOf(outcomeAt(read, row), email, verdictDomainOf))
        expect(given).toEqual(rows.map(({ verdict }) => verdict))
      }),
      { numRuns: 300 },
    ))

  test.each([...Object.keys(SCENARIOS).filter((name) => name !== 'batch-failure'), 'Typo'])(
    'restore a sandbox verdict: %s',
    async (localPart) => {
      const email = `${localPart}@example.net`
      const verdict = judgeV1(await sandboxRow(email, { now: () => 0 }, {}))
      // What a mail server said beside the verdict is not in columns.
      const { mailbox: _said, checks: all, ...rest } = verdict
      const { mailbox: _confirmed, ...checks } = all
      expect(verdictOf(outcomeAt(toColumns([outcomeOf(verdict, DOUBTED)]), 0), email, verdictDomainOf)).toEqual({
        ...rest,
        checks,
      })
    },
  )

  test('restore everything but what follows from the address after its text is deleted', () =>
    fc.assert(
      fc.property(judged, ({ verdict }) => {
        const { didYouMean: _, ...rest } = verdict
        expect(verdictOf(outcomeOf(verdict, DOUBTED), undefined, verdictDomainOf)).toEqual({ ...rest, domain: '' })
      }),
    ))

  test('keep what v2 would not allow: a valid row is then risky', () => {
    const verdict = judgeV1(factsOf('ada@x.org'))
    const columns = toColumns([outcomeOf(verdict, DOUBTED), outcomeOf(verdict, ALLOWED)])
    expect(columns).toMatchObject({ codes: ['reX', 'aec'], code: 'AB' })
    expect([0, 1].map((row) => kindOf(outcomeAt(columns, row)))).toEqual(['risky', 'deliverable'])
  })

  test('of version 1 keep their doubt, and their rows have no judgement', () => {
    const { codes: _, code: __, ...old } = toColumns([outcomeOf(judgeV1(factsOf('ada@x.org')), ALLOWED)])
    const read = outcomeAt({ ...old, doubt: 'd' }, 0)
    expect([kindOf(read), read.code]).toEqual(['risky', undefined])
    // A row of a later chunk that repeats it.
    expect(outcomeAt(toColumns([read]), 0)).toEqual(read)
  })

  test('match the schema, with an entry in each column for every row', () =>
    fc.assert(
      fc.property(outcomes, (all) => {
        const results = toColumns(all)
        const rows = all.length
        expect(decidedProblems(chunkVerified({}, undefined, { to: rows, results }))).toEqual([])
        const { status, reason, flags, provider } = results
        expect([status.length, reason.length, flags.length / 2, provider.length]).toEqual([rows, rows, rows, rows])
        expect(all.map((_, row) => outcomeAt(results, row))).toEqual(all)
      }),
    ))

  test('name each provider once', () =>
    fc.assert(
      fc.property(outcomes, (all) => {
        const named = all.flatMap(({ provider }) => (provider === undefined ? [] : [provider]))
        expect(toColumns(all).providers).toEqual([...new Set(named)])
      }),
    ))

  test('stay far below the size limit of an append, even if every row is a typo at a different provider', () => {
    const all = Array.from({ length: 1_000 }, (_, row) => ({
      ...EMPTY_CELL_OUTCOME,
      provider: `provider-number-${row}`,
      meant: `provider-number-${row}.example.co.uk`,
    }))
    expect(JSON.stringify(toColumns(all)).length).toBeLessThan(128 * 1_024)
  })
})

describe('an empty cell', () => {
  test('is invalid by its syntax, and names no domain', () =>
    expect(verdictOf(EMPTY_CELL_OUTCOME, undefined, verdictDomainOf)).toEqual({
      valid: false,
      status: 'invalid',
      reason: 'syntax',
      isKnownValidFallback: false,
      isDnsFallback: false,
      checks: { syntax: false, dns: false, mx: false, disposable: false, role: false, free: false },
      domain: '',
    }))
})

describe('outcomes so far', () => {
  test('are those pushed, singly or as columns, in row order', () =>
    fc.assert(
      fc.property(fc.array(fc.record({ all: outcomes, atOnce: fc.boolean() }), { maxLength: 8 }), (parts) => {
        const expected = parts.flatMap(({ all }) => all)
        const known = createOutcomes(expected.length)
        const seen: Outcome[] = []
        for (const { all, atOnce } of parts) {
          if (atOnce) known.addColumns(toColumns(all))
          else for (const each of all) known.push(each)
          seen.push(...all)
          expect(() => known.at(seen.length)).toThrow(RangeError)
        }
        expect(expected.map((_, row) => known.at(row))).toEqual(expected)
      }),
    ))

  test('keep apart more suggested domains than fit into two bytes, and what follows them', () => {
    const all = Array.from({ length: 70_000 }, (_, row) => ({ ...EMPTY_CELL_OUTCOME, meant: `domain-${row}.example` }))
    const judged = { ...EMPTY_CELL_OUTCOME, code: 'AB', provider: 'gmail', ruling: 'deny' }
    const known = createOutcomes(all.length + 1)
    for (const each of [...all, judged]) known.push(each)
    expect([66_000, 69_999].map((row) => known.at(row).meant)).toEqual(['domain-66000.example', 'domain-69999.example'])
    expect(known.at(all.length)).toEqual(judged)
  })

  test('that were not added yet are a RangeError', () => {
    const known = createOutcomes(2)
    expect(() => known.at(0)).toThrow(RangeError)
    known.push(EMPTY_CELL_OUTCOME)
    expect(known.at(0)).toEqual(EMPTY_CELL_OUTCOME)
    expect(() => known.at(1)).toThrow(RangeError)
  })
})
