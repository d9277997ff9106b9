// Read models of outcomes: every number equals a count over what was reported.
import { describe, expect, test } from '@jest/globals'
import type { ReportedOutcome } from '../../src/features/outcomes/decide.js'
import { LABELS, type Label } from '../../src/features/outcomes/encoding.js'
import type { OutcomeKind } from '../../src/features/outcomes/events.js'
import { qualityOf } from '../../src/features/outcomes/internal/quality.js'
import { outcomeAccounts } from '../../src/features/outcomes/projections/outcomeAccounts.js'
import {
  addressId,
  outcomeAddresses,
  verificationIn,
} from '../../src/features/outcomes/projections/outcomeAddresses.js'
import { outcomeQuality } from '../../src/features/outcomes/projections/outcomeQuality.js'
import { blockId, outcomeVerifications } from '../../src/features/outcomes/projections/outcomeVerifications.js'
import { codeOf, decidedCode, parseJudgement } from '../../src/features/verification/encoding.js'
import type { AddressVerified } from '../../src/features/verification/events.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { DAY_MS } from '../../src/kernel/time.js'
import { type Chance, createChance } from '../../testbed/chance.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { outcomesIn } from '../../testbed/given/outcomesIn.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { addressVerified } from '../../testbed/given/verificationEvents.js'

const KINDS = Object.keys(LABELS) as OutcomeKind[]
const JUDGEMENTS = [
  {},
  { decision: 'review', reasons: ['role_account', 'plus_addressing'] },
  { decision: 'deny', reasons: ['disposable'], route: 'implicit' },
  { decision: null },
] as const satisfies Partial<AddressVerified['data']>[]

const RULINGS = [
  {},
  { ruling: { version: 1 } },
  { ruling: { version: 1, action: 'deny', rule: 'deny_list', listed: 'd' } },
  { ruling: { version: 2, action: 'review', rule: 'free at night', hour: 3 } },
  { ruling: { version: 3, action: 'deny', rule: 'free at night' } },
] as const satisfies Partial<AddressVerified['data']>[]

interface Verified {
  readonly account: string
  readonly address: number
  readonly at: number
  readonly code: string
  readonly rule: string
}

/** Months of verifications and reports of two accounts, decided as the command decides, and what was reported and recorded. */
function randomHistory(chance: Chance, steps: number) {
  const log = createRecordedLog()
  const outcomes = outcomesIn(log)
  const verified: Verified[] = []
  const recorded: { readonly verification: Verified; readonly kind: OutcomeKind; readonly at: number }[] = []
  const counts = { recorded: 0, repeated: 0, unmatched: 0 }
  for (let step = 0; step < steps; step++) {
    log.wait(chance.between(0, 6 * 3_600_000))
    const account = chance.pick([ada, bob])
    if (chance.happens(0.6)) {
      const address = chance.between(1, 12)
      const [event] = log.append(
        `usage-${account}.2026-11`,
        addressVerified({ account, address, tracked: true, ...chance.pick(JUDGEMENTS), ...chance.pick(RULINGS) }),
      ) as [Recorded<AddressVerified>]
      verified.push({
        account,
        address,
        at: Date.parse(event.recordedAt),
        code: codeOf(event.data),
        rule: decidedCode(event.data.ruling),
      })
      continue
    }
    const reported = Array.from({ length: chance.between(1, 6) }, (): ReportedOutcome => {
      const kind = chance.pick(KINDS)
      return {
        kind,
        at: log.now() - chance.between(0, 3 * DAY_MS),
        dated: true,
        subject: chance.between(1, 14),
        found: [],
      }
    })
    const decided = outcomes.report(account, reported)
    for (const name of ['recorded', 'repeated', 'unmatched'] as const) counts[name] += decided[name]
    for (const { data } of decided.events) {
      for (const [row, at] of data.at.entries()) {
        const verification = verified.find((each) => each.account === account && each.at === data.verified[row])
        const kind = KINDS.find((each) => LETTERS[each] === data.kinds[row])!
        if (verification) recorded.push({ verification, kind, at })
      }
    }
  }
  return { log, recorded, counts }
}

const LETTERS = {
  confirmed: 'c',
  delivered: 'd',
  engaged: 'e',
  complained: 'x',
  bounced_hard: 'h',
  bounced_soft: 's',
} as const satisfies { readonly [kind in OutcomeKind]: string }

/** By the rule in words: the latest outcome that says anything decides, and of two at the same time the bad one. */
function labelsOf(recorded: ReturnType<typeof randomHistory>['recorded']): Map<Verified, Label> {
  const labels = new Map<Verified, Label>()
  const inOrder = recorded
    .filter(({ kind }) => LABELS[kind] !== undefined)
    .toSorted((a, b) => a.at - b.at || Number(LABELS[a.kind] === 'bad') - Number(LABELS[b.kind] === 'bad'))
  for (const { verification, kind } of inOrder) labels.set(verification, LABELS[kind]!)
  return labels
}

describe.each([1, 2, 3])('a history of months (%i)', (seed) => {
  const { log, recorded, counts } = randomHistory(createChance(seed), 250)
  const documents = Object.values(documentsOf(outcomeQuality, log.events))

  test.each([ada, bob])('counts each verification once, by what its outcomes say: %s', (account) => {
    const total = qualityOf(documents.filter(({ owner }) => owner === account))
    const labels = [...labelsOf(recorded)].filter(([verification]) => verification.account === account)
    const count = (label: Label, is: (code: string, rule: string) => boolean) =>
      labels.filter(([{ code, rule }, each]) => each === label && is(code, rule)).length
    expect(labels.length).toBeGreaterThan(5)
    expect({ good: total.good, bad: total.bad }).toEqual({
      good: count('good', () => true),
      bad: count('bad', () => true),
    })
    for (const { decision, good, bad } of total.decisions) {
      const is = (code: string) => (code === '' ? 'unknown' : parseJudgement(code).decision) === decision
      expect({ decision, good, bad }).toEqual({ decision, good: count('good', is), bad: count('bad', is) })
    }
    for (const { reason, good, bad } of total.reasons) {
      const is = (code: string) => code !== '' && parseJudgement(code).reasons.some((each) => each === reason)
      expect({ reason, good, bad }).toEqual({ reason, good: count('good', is), bad: count('bad', is) })
    }
    expect(total.rules.length).toBe(3)
    for (const { rule, action, good, bad } of total.rules) {
      const is = (_: string, code: string) => code === `${action[0]}-${rule}`
      expect({ rule, action, good, bad }).toEqual({ rule, action, good: count('good', is), bad: count('bad', is) })
    }
  })

  test('counts every outcome that was new', () => {
    const total = qualityOf(documents)
    expect(Object.values(total.outcomes).reduce((sum, each) => sum + each, 0)).toBe(counts.recorded)
    expect(total.unmatched).toBe(counts.unmatched)
    expect(counts.repeated).toBeGreaterThan(0)
    expect(total.contradictions).toBeGreaterThan(0)
  })
})

describe('precision and recall', () => {
  const quality = (judgements: { code: string; good: number; bad: number }[]) =>
    qualityOf([
      {
        owner: ada,
        month: '2026-11',
        judgements,
        other: { good: 0, bad: 0 },
        rules: [],
        outcomes: { confirmed: 0, delivered: 0, engaged: 0, complained: 0, bounced_hard: 0, bounced_soft: 0 },
        unmatched: 0,
        contradictions: 0,
      },
    ])

  test('are shares of bad ones, among those with the reason and among all', () => {
    const { reasons } = quality([
      { code: 'aec', good: 6, bad: 1 },
      { code: 'reX', good: 1, bad: 2 },
    ])
    expect(reasons).toEqual([
      { reason: 'deliverable', good: 6, bad: 1, precision: 0.1429, recall: 0.3333 },
      { reason: 'role_account', good: 1, bad: 2, precision: 0.6667, recall: 0.6667 },
    ])
  })

  test('are null where there is nothing to divide', () => {
    const { decisions, reasons } = quality([{ code: 'aec', good: 1, bad: 0 }])
    expect(decisions[0]).toEqual({ decision: 'allow', good: 1, bad: 0, precision: 0, recall: null })
    expect(decisions[2]).toEqual({ decision: 'deny', good: 0, bad: 0, precision: null, recall: null })
    expect(reasons).toHaveLength(1)
  })
})

describe('verifications', () => {
  test('are kept for accounts that report outcomes only, in blocks of neighbours', () => {
    const log = createRecordedLog()
    const stream = `usage-${ada}.2026-11`
    for (let number = 0; number < 600; number++) {
      const judged = RULINGS[number % 4]!
      const tracked = number % 3 === 0 ? {} : ({ tracked: true } as const)
      log.append(stream, addressVerified({ account: ada, address: number, ...judged, ...tracked }))
    }
    const documents = documentsOf(outcomeVerifications, log.events)
    expect(Object.keys(documents).sort()).toEqual([0n, 1n, 2n].map((block) => blockId(ada, '2026-11', block)))
    const kept = log.events.filter(
      ({ data }) => (data as AddressVerified['data']).tracked,
    ) as Recorded<AddressVerified>[]
    const rows = [0n, 1n, 2n].flatMap((block) => {
      const { addresses, at, verdicts, verdict } = documents[blockId(ada, '2026-11', block)]!
      return addresses.map((address, row) => ({ address, at: at[row], ...verdicts[verdict[row]!] }))
    })
    expect(rows).toEqual(kept.map((event) => ({ address: event.data.address, ...verificationIn(event) })))
  })

  test('that outcomes were about are kept with their address, the four newest', () => {
    const log = createRecordedLog()
    const outcomes = outcomesIn(log)
    for (let time = 0; time < 6; time++) {
      log.append(`usage-${ada}.2026-11`, addressVerified({ account: ada, address: 8, tracked: true }))
      outcomes.report(ada, [{ kind: 'delivered', at: log.now(), dated: true, subject: 8, found: [] }])
    }
    const documents = documentsOf(outcomeAddresses, log.events)
    expect(Object.keys(documents)).toEqual([addressId(ada, 8)])
    const verified = log.events.filter(({ type }) => type === 'AddressVerified')
    const times = verified.slice(-4).map(({ recordedAt }) => Date.parse(recordedAt))
    expect(documents[addressId(ada, 8)]!.verifications.map(({ at }) => at)).toEqual(times)
  })
})

test('an account reports outcomes from its first one, and nothing remains of it once it is erased', () => {
  const { log } = randomHistory(createChance(9), 80)
  const first = log.events.find(
    ({ type, data }) => type === 'OutcomesRecorded' && (data as { account: string }).account === ada,
  )!
  expect(documentsOf(outcomeAccounts, log.events)[ada]).toEqual({ owner: ada, since: first.recordedAt })
  log.append(`account-${ada}`, { type: 'AccountErased', data: { account: ada } })
  for (const projection of [outcomeAccounts, outcomeAddresses, outcomeVerifications, outcomeQuality]) {
    const owners = Object.values(documentsOf(projection as typeof outcomeQuality, log.events)).map(({ owner }) => owner)
    expect(owners).not.toContain(ada)
    expect(owners).toContain(bob)
  }
})
