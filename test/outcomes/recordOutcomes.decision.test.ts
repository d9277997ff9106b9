// What a reported outcome changes: which verification it is about, what that counts as, and whether the address bounces.
import { describe, expect, test } from '@jest/globals'
import { isKnownBounce, KNOWN_BOUNCE_DAYS, type Latest } from '../../src/features/outcomes/bounces.js'
import { type Known, type ReportedOutcome, recordOutcomes } from '../../src/features/outcomes/decide.js'
import type { OutcomeInput } from '../../src/features/outcomes/internal/parseOutcomes.js'
import { parseOutcomes } from '../../src/features/outcomes/internal/parseOutcomes.js'
import { MAX_VERIFICATIONS } from '../../src/features/outcomes/projections/outcomeAddresses.js'
import type { Failure } from '../../src/kernel/failure.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/time.js'
import { decidedProblems } from '../../testbed/contract/eventSchemas.js'
import { ada } from '../../testbed/given/accountEvents.js'

const NOW = Date.UTC(2026, 10, 21, 9)
const VERIFIED = NOW - DAY_MS
const JANE = 42
const CODE = 'aec'

const outcome = (differs: Partial<ReportedOutcome> = {}): ReportedOutcome => ({
  kind: 'delivered',
  at: NOW,
  dated: true,
  subject: JANE,
  found: [],
  ...differs,
})

const known = (differs: Partial<Known> = {}): Known => ({
  verifications: [{ at: VERIFIED, code: CODE }],
  latest: {},
  ...differs,
})

function decided(reported: readonly ReportedOutcome[], about: Known | null = known()) {
  const { events, ...counts } = recordOutcomes(
    { account: ada, key: 1 },
    reported,
    new Map([[JANE, about ?? undefined]]),
  )
  for (const event of events) expect(decidedProblems(event)).toEqual([])
  return { data: events[0]?.data, ...counts }
}

describe('an outcome', () => {
  test('is recorded with the verification that it is about, and what that was judged', () => {
    expect(decided([outcome()])).toEqual({
      data: {
        account: ada,
        key: 1,
        kinds: 'd',
        at: [NOW],
        subjects: [JANE],
        verified: [VERIFIED],
        codes: [CODE],
        code: 'A',
        before: '-',
        after: 'g',
      },
      recorded: 1,
      repeated: 0,
      unmatched: 0,
    })
  })

  test('is recorded with the rule that decided the verification', () => {
    const about = known({ verifications: [{ at: VERIFIED, code: CODE, rule: 'd-free at night' }] })
    const other = outcome({ subject: 43, verification: { at: VERIFIED, code: CODE } })
    expect(decided([outcome(), other], about).data?.rulings).toEqual({ codes: ['d-free at night', ''], code: 'AB' })
  })

  test('is about the newest verification before it, whether kept or found in the log', () => {
    const about = known({
      verifications: [
        { at: NOW - 3 * DAY_MS, code: 'dtF' },
        { at: NOW - DAY_MS, code: CODE },
      ],
    })
    expect(decided([outcome({ at: NOW - 2 * DAY_MS })], about).data?.verified).toEqual([NOW - 3 * DAY_MS])
    const found = [{ at: NOW - HOUR_MS, code: 'reX' }]
    expect(decided([outcome({ found })], about).data).toMatchObject({ verified: [NOW - HOUR_MS], codes: ['reX'] })
  })

  test.each([
    ['ninety days later', 90 * DAY_MS - 1, VERIFIED],
    ['after that', 90 * DAY_MS, null],
    ['five minutes before, by clocks that differ', -5 * MINUTE_MS, VERIFIED],
    ['earlier', -5 * MINUTE_MS - 1, null],
  ])('%s', (_, after, verified) =>
    expect(decided([outcome({ at: VERIFIED + after })]).data?.verified).toEqual([verified]),
  )

  test('with its request is about that verification, although there is a newer one', () => {
    const verification = { at: NOW - 5 * DAY_MS, code: 'reX' }
    expect(decided([outcome({ verification })]).data).toMatchObject({ verified: [verification.at], codes: ['reX'] })
  })

  test('of an address that was never verified is kept for the address alone', () => {
    expect(decided([outcome()], null)).toMatchObject({
      data: { verified: [null], codes: [''], before: '-', after: '-' },
      recorded: 1,
      unmatched: 1,
    })
  })

  test('of a verification that is older than all that are kept is matched with none', () => {
    const verifications = Array.from({ length: MAX_VERIFICATIONS }, (_, day) => ({ at: VERIFIED + day, code: CODE }))
    const verification = { at: VERIFIED - 1, code: CODE }
    expect(decided([outcome({ verification })], known({ verifications })).unmatched).toBe(1)
  })
})

describe('of contradicting outcomes', () => {
  test.each<[string, Partial<ReportedOutcome>[], string, string]>([
    ['the later one decides', [{ at: NOW }, { kind: 'bounced_hard', at: NOW + 1 }], '-g', 'gb'],
    ['one that is late changes nothing', [{ at: NOW }, { kind: 'bounced_hard', at: NOW - 1 }], '-g', 'gg'],
    ['of the same time, the bad one decides', [{ at: NOW }, { kind: 'complained', at: NOW }], '-g', 'gb'],
    ['of the same time, in the other order too', [{ kind: 'complained', at: NOW }, { at: NOW }], '-b', 'bb'],
    ['a soft bounce says nothing', [{ kind: 'bounced_soft' }, { at: NOW }], '--', '-g'],
  ])('%s', (_, reported, before, after) => expect(decided(reported.map(outcome)).data).toMatchObject({ before, after }))
})

describe('what was reported before', () => {
  test('changes nothing', () => {
    const about = known({ latest: { delivered: NOW } })
    for (const at of [NOW, NOW - 1])
      expect(decided([outcome({ at })], about)).toMatchObject({ data: undefined, repeated: 1 })
    expect(decided([outcome(), outcome()])).toMatchObject({ recorded: 1, repeated: 1 })
  })

  test('without a time, changes nothing either, whatever was reported since', () => {
    const verifications = [{ at: VERIFIED, code: CODE, label: 'bad', labelAt: NOW - 1 } as const]
    const latest = { delivered: NOW - HOUR_MS, bounced_soft: NOW - HOUR_MS, bounced_hard: NOW - 1 }
    for (const kind of ['delivered', 'bounced_soft', 'bounced_hard'] as const)
      expect(decided([outcome({ kind, dated: false })], known({ latest, verifications })).repeated).toBe(1)
  })

  test('without a time, is new after a day, and for a verification of which it was not known', () => {
    const labelled = [{ at: VERIFIED, code: CODE, label: 'good', labelAt: NOW - HOUR_MS } as const]
    const recent = { latest: { delivered: NOW - HOUR_MS } }
    const undated = outcome({ dated: false })
    expect(decided([undated], known({ ...recent, verifications: labelled })).repeated).toBe(1)
    expect(decided([undated], known({ latest: { delivered: NOW - DAY_MS }, verifications: labelled })).recorded).toBe(1)
    expect(
      decided([undated], known({ ...recent, verifications: [...labelled, { at: NOW - 1, code: CODE }] })).recorded,
    ).toBe(1)
    const soft = { latest: { bounced_soft: NOW - HOUR_MS }, verifications: [{ at: NOW - 1, code: CODE }] }
    expect(decided([outcome({ kind: 'bounced_soft', dated: false })], known(soft)).recorded).toBe(1)
  })
})

describe('an address is known to bounce', () => {
  const days = KNOWN_BOUNCE_DAYS * DAY_MS
  test.each<[string, Latest, boolean]>([
    ['after a hard bounce', { bounced_hard: NOW }, true],
    ['until it is too long ago', { bounced_hard: NOW - days + 1 }, true],
    ['not after that', { bounced_hard: NOW - days }, false],
    ['not after soft bounces', { bounced_soft: NOW }, false],
    ['although mail had been accepted before it', { delivered: NOW, bounced_hard: NOW }, true],
    ['not once mail is delivered', { bounced_hard: NOW - 2, delivered: NOW - 1 }, false],
    [
      'not once mail is complained about, which proves that it arrived',
      { bounced_hard: NOW - 2, complained: NOW - 1 },
      false,
    ],
    ['not if nothing was reported', {}, false],
  ])('%s', (_, latest, is) => expect(isKnownBounce(latest, NOW)).toBe(is))
})

describe('a report', () => {
  const problemsOf = (...outcomes: object[]) => {
    try {
      parseOutcomes(outcomes as OutcomeInput[], NOW)
      return []
    } catch (error) {
      expect((error as Error).message).not.toContain('jane')
      return (error as Failure & { details: { problems: { path: string }[] } }).details.problems.map(({ path }) => path)
    }
  }
  const email = 'jane@example.com'

  test('is refused whole, naming every outcome that cannot be recorded and no address', () => {
    const good = { email, outcome: 'delivered' }
    expect(
      problemsOf(
        good,
        { outcome: 'delivered' },
        { email, outcome: 'bounced' },
        { email, outcome: 'engaged', bounceType: 'soft' },
        { email, outcome: 'delivered', row: 3 },
        { email, outcome: 'delivered', at: '2026-11-21T09:05:01Z' },
        { email, outcome: 'delivered', at: '2024-01-01' },
        { email, outcome: 'delivered', at: '2026-02-30' },
        { email, outcome: 'delivered', at: '2026-11-22' },
        { email, outcome: 'delivered', at: 'yesterday' },
      ),
    ).toEqual([
      '/outcomes/1/email',
      '/outcomes/2/bounce_type',
      '/outcomes/3/bounce_type',
      '/outcomes/4/row',
      '/outcomes/5/at',
      '/outcomes/6/at',
      '/outcomes/7/at',
      '/outcomes/8/at',
      '/outcomes/9/at',
    ])
    expect(problemsOf(good)).toEqual([])
  })

  test.each([
    ['2026-11-20', Date.UTC(2026, 10, 21) - 1],
    ['2026-11-21', NOW],
    ['2026-11-20T09:00:00+01:00', Date.UTC(2026, 10, 20, 8)],
    [undefined, NOW],
  ])('of %s happened then', (at, expected) =>
    expect(parseOutcomes([{ email, outcome: 'delivered', at }], NOW)[0]).toMatchObject({
      at: expected,
      dated: at !== undefined,
    }),
  )
})
