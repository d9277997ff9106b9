// The export of outcomes has every new one once, with what it was about, and identifies nothing.
import { describe, expect, test } from '@jest/globals'
import type { ReportedOutcome } from '../../src/features/outcomes/decide.js'
import { createExportOutcomes, type OutcomeRow, outcomeColumns } from '../../src/features/outcomes/index.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/time.js'
import { deriveKey } from '../../testbed/features/poolFlow.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { collect } from '../../testbed/given/events.js'
import { outcomesIn } from '../../testbed/given/outcomesIn.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { addressVerified } from '../../testbed/given/verificationEvents.js'

const hash = expect.stringMatching(/^[0-9a-f]{32}$/)
const hour = expect.stringMatching(/^2026-\d\d-\d\dT\d\d:00:00\.000Z$/)

const log = createRecordedLog()
const outcomes = outcomesIn(log)
const reported = (differs: Partial<ReportedOutcome>): ReportedOutcome => ({
  kind: 'delivered',
  at: log.now(),
  dated: true,
  subject: 7,
  found: [],
  ...differs,
})
for (let day = 0; day < 20; day++) {
  const account = day % 3 ? ada : bob
  const ruling = { version: 1, action: 'deny', rule: 'secret plan' } as const
  const judged = { decision: 'review', reasons: ['role_account', 'plus_addressing'], ruling } as const
  log.append(`usage-${account}.2026-11`, addressVerified({ account, address: day, tracked: true, ...judged }))
  log.wait(10 * MINUTE_MS)
  outcomes.report(account, [
    reported({ subject: day }),
    reported({ subject: day, kind: 'bounced_hard', at: log.now() + 1 }),
    reported({ subject: 1_000 + day, kind: 'engaged' }),
    reported({ subject: `019ae48e-7111-7a41-8c3e-5d2c41e073c0.${day}`, kind: 'bounced_soft' }),
  ])
  log.wait(day % 4 ? DAY_MS : MINUTE_MS)
}
const end = log.now() + 3 * HOUR_MS

const store = {
  readAll: async function* ({ types }: { readonly types?: ReadonlySet<string> } = {}) {
    for (const event of log.events) if (types?.has(event.type)) yield event as Recorded
  },
  positionAt: async () => undefined,
}
type Dependencies = Parameters<typeof createExportOutcomes>[0]
const exported = async (options = {}, differs: Partial<Dependencies> = {}): Promise<readonly OutcomeRow[]> => {
  const dependencies = { store, clock: { now: () => end }, deriveKey, erased: async () => new Map(), ...differs }
  return (await collect(createExportOutcomes(dependencies as Dependencies)(options))).flat()
}
const rows = await exported()

describe('an export of outcomes', () => {
  test('has every one that was new, in the order of the hours', () => {
    expect(rows).toHaveLength(80)
    const positions = rows.map(({ rowPosition }) => rowPosition)
    expect(positions).toEqual([...new Set(positions)].sort())
    for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(outcomeColumns))
  })

  test('says what became of an address, and what had been decided', () => {
    expect(rows.find(({ outcome }) => outcome === 'bounced')).toBeDefined()
    expect(rows.find(({ bounceType }) => bounceType === 'hard')).toEqual({
      rowPosition: expect.stringMatching(/^[0-9a-f]{16}$/),
      reportedHour: hour,
      accountHash: hash,
      keyHash: hash,
      addressHash: hash,
      outcome: 'bounced',
      bounceType: 'hard',
      occurredHour: hour,
      verifiedHour: hour,
      decision: 'review',
      decidingReason: 'role_account',
      reasons: ['role_account', 'plus_addressing'],
      route: 'explicit',
      ruleHash: hash,
      ruleAction: 'deny',
      labelBefore: 'good',
      labelAfter: 'bad',
    })
    expect(rows.find(({ outcome }) => outcome === 'engaged')).toMatchObject({
      addressHash: hash,
      bounceType: null,
      verifiedHour: null,
      decision: null,
      decidingReason: null,
      reasons: null,
      route: null,
      ruleHash: null,
      ruleAction: null,
      labelBefore: null,
      labelAfter: null,
    })
    expect(rows.find(({ bounceType }) => bounceType === 'soft')).toMatchObject({ addressHash: null })
  })

  test('gives the same hash to the same account and rule, and others to those of another account', () => {
    expect(new Set(rows.map(({ accountHash }) => accountHash)).size).toBe(2)
    expect(new Set(rows.flatMap(({ ruleHash }) => ruleHash ?? [])).size).toBe(2)
  })

  test('contains no account, event, request, rule or time within the hour', () => {
    const text = JSON.stringify(rows)
    for (const { id, stream, position, data } of log.events as Recorded[]) {
      for (const secret of [id, stream, position, (data as { account: string }).account])
        expect(text).not.toContain(secret)
    }
    expect(text).not.toMatch(/secret plan|019ae48e|T\d\d:(?!00:00\.000Z)/)
  })

  test('resumes after any row with the same rows, also where an hour is shuffled in parts', async () => {
    for (const windowRows of [3, 20_000]) {
      const whole = await exported({}, { windowRows })
      for (let index = 0; index < whole.length; index += 7) {
        const after = whole[index]!.rowPosition
        expect(await exported({ after }, { windowRows })).toEqual(whole.slice(index + 1))
      }
    }
  })

  test('has no erased account, and leaves the other rows where they are', async () => {
    const kept = await exported({}, { erased: async () => new Map([[bob, true]]) })
    const [one] = [...new Set(kept.map(({ accountHash }) => accountHash))]
    expect(kept).toEqual(rows.filter(({ accountHash }) => accountHash === one))
  })
})
