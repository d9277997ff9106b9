// The read model of usage by month and day.
import { describe, expect, test } from '@jest/globals'
import type { BatchEvent } from '../../src/features/batches/events.js'
import { batch } from '../../src/features/batches/state.js'
import { type UsageDocument, usage, usageId } from '../../src/features/verification/projections/usage.js'
import type { DomainEvent, Recorded } from '../../src/kernel/envelope.js'
import { streamName } from '../../src/kernel/stream.js'
import fc from '../../testbed/fastCheck.js'
import { ada, bob, generated, registered } from '../../testbed/given/accountEvents.js'
import {
  batchId,
  cancelled,
  chunkVerified,
  completed,
  failed,
  started,
  submitted,
} from '../../testbed/given/batchEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { history } from '../../testbed/given/histories.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import {
  addressesVerified,
  addressVerified,
  usageLimitReached,
  usageThresholdReached,
} from '../../testbed/given/verificationEvents.js'

type RecordedUsage = Parameters<typeof usage.keys>[0]

const ENDS: ReadonlySet<string> = new Set(['BatchCompleted', 'BatchFailed', 'BatchCancelled'])
const november = `usage-${ada}.2026-11`
const nothing = {
  owner: ada,
  month: '2026-11',
  charged: 0,
  reserved: 0,
  answered: { valid: 0, invalid: 0, unknown: 0 },
  chargedByDay: [],
  answeredByDay: [],
}
/** The lists of days of a month of which only one day has any: by default the 21st, the first day of the recorded log. */
const onDay = (charged: number, answered: number, day = 21) => ({
  chargedByDay: charged === 0 ? [] : [...new Array<number>(day - 1).fill(0), charged],
  answeredByDay: [...new Array<number>(day - 1).fill(0), answered],
})

type Append = Parameters<ReturnType<typeof createRecordedLog>['append']>

const documentsAfter = (...append: readonly Append[]) => {
  const log = createRecordedLog()
  for (const each of append) log.append(...each)
  return documentsOf(usage, log.events)
}

/** Without what only the operator's list is sorted by. */
const usageOf = (...append: readonly Append[]) =>
  Object.fromEntries(Object.entries(documentsAfter(...append)).map(([id, { use: _, ...rest }]) => [id, rest]))

describe('the usage of a month', () => {
  test.each([
    ['valid', 1, { valid: 1, invalid: 0, unknown: 0 }],
    ['invalid', 1, { valid: 0, invalid: 1, unknown: 0 }],
    ['unknown', 0, { valid: 0, invalid: 0, unknown: 1 }],
  ] as const)('counts an address that is %s, and charges %d', (status, charged, answered) =>
    expect(usageOf([november, addressVerified({ status, charged })])).toStrictEqual({
      [`${ada}.2026-11`]: { ...nothing, charged, answered, ...onDay(charged, 1) },
    }),
  )

  test('counts every row of a batch, and charges what the batch records', () =>
    expect(usageOf([november, addressesVerified({ valid: 5, invalid: 3, unknown: 2 }, 6)])).toStrictEqual({
      [`${ada}.2026-11`]: { ...nothing, charged: 6, answered: { valid: 5, invalid: 3, unknown: 2 }, ...onDay(6, 10) },
    }))

  test('is the sum of single verifications and synchronous batches', () =>
    expect(
      usageOf(
        [november, addressVerified(), addressVerified({ api: 'v2', status: 'unknown', charged: 0 })],
        [november, addressesVerified({ valid: 5, unknown: 1 })],
        [november, addressVerified({ status: 'invalid', valid: false, reason: 'mx' })],
      ),
    ).toStrictEqual({
      [`${ada}.2026-11`]: { ...nothing, charged: 7, answered: { valid: 6, invalid: 1, unknown: 2 }, ...onDay(7, 9) },
    }))

  test('belongs to the month of the request, whenever it was logged', () => {
    const log = createRecordedLog()
    log.wait(Date.UTC(2026, 11, 1) - log.now())
    const [event] = log.append(november, addressVerified())
    expect(event!.recordedAt).toBe('2026-12-01T00:00:00.000Z')
    expect(documentsOf(usage, log.events)).toHaveProperty([`${ada}.2026-11`, 'charged'], 1)
  })

  test('is separate for each account and month', () => {
    const documents = usageOf(
      [november, addressVerified()],
      [`usage-${ada}.2026-12`, addressVerified(), addressVerified()],
      [`usage-${bob}.2026-11`, addressesVerified({ valid: 3 }, 3, bob)],
    )
    expect(Object.entries(documents).map(([id, { owner, month, charged }]) => [id, owner, month, charged])).toEqual([
      [`${ada}.2026-11`, ada, '2026-11', 1],
      [`${ada}.2026-12`, ada, '2026-12', 2],
      [`${bob}.2026-11`, bob, '2026-11', 3],
    ])
  })

  test('is found by the id of its stream', () => {
    const stream = streamName('usage', usageId(ada, '2026-11'))
    expect(stream).toBe(november)
    expect(usageOf([stream, addressVerified()])).toHaveProperty([usageId(ada, '2026-11')])
  })

  test('is not changed by other events', () =>
    expect(usageOf([`account-${ada}`, registered(), generated('first')])).toEqual({}))

  test('has the highest percentage of the quota that was told of', () => {
    const limit = `limit-${ada}.2026-11.month`
    const told = (...events: Append) =>
      documentsAfter([november, addressVerified()], events, [november, addressVerified()])[`${ada}.2026-11`]
    expect(told(limit, usageThresholdReached('2026-11', 50))).toMatchObject({ told: 50, charged: 2 })
    const both = [usageThresholdReached('2026-11', 90), usageLimitReached('2026-11')] as const
    expect(told(limit, ...both)).toMatchObject({ told: 100, charged: 2 })
  })

  test.each([
    [1, 1],
    [99, 99],
    [100, 100],
    [1_987, 1_900],
    [50_000, 50_000],
    [123_456, 120_000],
  ])('of %d addresses is listed as %d, so that its place changes rarely', (charged, use) =>
    expect(documentsAfter([november, addressesVerified({ valid: charged }, charged)])).toMatchObject({
      [`${ada}.2026-11`]: { charged, use },
    }),
  )
})

describe('the days of a month', () => {
  /** The usage of November after an address was verified in it, recorded at each of these times. */
  function recordedAt(...times: readonly number[]) {
    const log = createRecordedLog()
    for (const time of times) {
      log.wait(time - log.now())
      log.append(november, addressVerified())
    }
    return documentsOf(usage, log.events)[`${ada}.2026-11`]!
  }

  test('are those on which results were recorded, in UTC', () => {
    const days = [Date.UTC(2026, 10, 22, 23, 59, 59), Date.UTC(2026, 10, 24), Date.UTC(2026, 10, 24, 12)]
    const { chargedByDay, answeredByDay } = recordedAt(...days)
    expect(chargedByDay).toEqual([...new Array(21).fill(0), 1, 0, 2])
    expect(answeredByDay).toEqual(chargedByDay)
  })

  test('end with the last one for what was recorded in the next month', () =>
    expect(recordedAt(Date.UTC(2026, 11, 1))).toMatchObject(onDay(1, 1, 30)))

  test('begin with the first one for what was recorded in the month before', () => {
    const log = createRecordedLog()
    log.append(`usage-${ada}.2026-12`, addressVerified())
    expect(documentsOf(usage, log.events)[`${ada}.2026-12`]).toMatchObject(onDay(1, 1, 1))
  })

  test('are added to a document of an older version', () => {
    const { chargedByDay: _, answeredByDay: __, ...older } = { ...nothing, charged: 5 }
    const log = createRecordedLog()
    const [event] = log.append(november, addressVerified())
    expect(usage.apply(older, event as RecordedUsage, `${ada}.2026-11`)).toMatchObject({ charged: 6, ...onDay(1, 1) })
  })
})

describe('a batch', () => {
  const { stream } = batch(batchId('first'))
  const first = chunkVerified({ valid: 700, invalid: 290, unknown: 10 })
  const doneOnce = { charged: 990, answered: { valid: 700, invalid: 290, unknown: 10 }, ...onDay(990, 1_000) }
  const usageAfter = (...events: readonly BatchEvent[]) => usageOf([stream, ...events])
  const november = (differs: object) => ({ [`${ada}.2026-11`]: { ...nothing, ...differs } })

  test('reserves its addresses when it is accepted', () =>
    expect(usageAfter(submitted(), started())).toStrictEqual(november({ reserved: 3_000 })))

  test('converts the reservation into charges, chunk by chunk, and releases unknown results', () =>
    expect(usageAfter(submitted(), started(), first)).toStrictEqual(november({ ...doneOnce, reserved: 2_000 })))

  test.each([
    ['completed', completed(first.data.totals, 2_000)],
    ['failed', failed(first.data.totals, 2_000)],
    ['cancelled', cancelled(first.data.totals, 2_000)],
  ] as const)('that is %s reserves nothing any more, and keeps its charges', (_, end) =>
    expect(usageAfter(submitted(), started(), first, end)).toStrictEqual(november(doneOnce)),
  )

  test('counts rows, and charges addresses', () => {
    const repeated = chunkVerified({ valid: 900, invalid: 90, unknown: 10 }, undefined, { charged: 20, released: 1 })
    expect(usageAfter(submitted({ reserved: 25 }), started(), repeated)).toStrictEqual(
      november({
        charged: 20,
        reserved: 4,
        answered: { valid: 900, invalid: 90, unknown: 10 },
        ...onDay(20, 1_000),
      }),
    )
  })

  test('counts towards the month of its acceptance, whenever it is processed', () => {
    const late = { month: '2026-10' }
    const all = [
      submitted(late),
      started(),
      chunkVerified({ valid: 1 }, undefined, late),
      cancelled(undefined, 2_999, late),
    ]
    expect(usageOf([stream, ...all])).toStrictEqual({
      [`${ada}.2026-10`]: {
        ...nothing,
        month: '2026-10',
        charged: 1,
        answered: { valid: 1, invalid: 0, unknown: 0 },
        ...onDay(1, 1, 31),
      },
    })
  })

  test('of a sandbox key changes nothing', () => {
    const sandbox = { sandbox: true }
    const chunk = chunkVerified({ valid: 1 }, undefined, { ...sandbox, charged: 0, released: 0 })
    expect(
      usageAfter(submitted({ ...sandbox, reserved: 0 }), started(), chunk, completed(undefined, 0, sandbox)),
    ).toStrictEqual({})
  })
})

describe('for any history', () => {
  const runs = { numRuns: 60 }
  const STEPS = 120

  /** What was taken of a month: charged immediately, or reserved. */
  function takenBy({ type, data }: Recorded): { readonly account: string; readonly amount: number } {
    const { account, charged = 0, reserved = 0 } = data as { account: string; charged?: number; reserved?: number }
    if (type === 'BatchSubmitted') return { account, amount: reserved }
    return { account, amount: type === 'AddressVerified' || type === 'AddressesVerified' ? charged : 0 }
  }

  test('the reservation is never negative, and never more is charged and reserved than was taken', () =>
    fc.assert(
      fc.property(history(STEPS), (events) => {
        const documents: Record<string, UsageDocument> = {}
        const taken = new Map<string, number>()
        for (const event of events as readonly RecordedUsage[]) {
          const { account, amount } = takenBy(event)
          taken.set(account, (taken.get(account) ?? 0) + amount)
          for (const id of usage.keys(event)) {
            documents[id] = usage.apply(documents[id], event, id)!
            expect(documents[id].reserved).toBeGreaterThanOrEqual(0)
          }
          const used = Object.values(documents).filter(({ owner }) => owner === account)
          const sum = used.reduce((total, { charged, reserved }) => total + charged + reserved, 0)
          expect(sum).toBeLessThanOrEqual(taken.get(account)!)
        }
      }),
      runs,
    ))

  test('the final reservation is exactly what open batches have not used', () =>
    fc.assert(
      fc.property(history(STEPS), (events) => {
        const open = new Map<string, { readonly id: string; left: number }>()
        for (const { type, stream, data } of events) {
          const { account, month, reserved, charged, released } = data as Record<string, never>
          if (type === 'BatchSubmitted') open.set(stream, { id: usageId(account!, month!), left: reserved! })
          if (type === 'BatchChunkVerified') open.get(stream)!.left -= charged! + released!
          if (ENDS.has(type)) open.delete(stream)
        }
        const expected: Record<string, number> = {}
        for (const { id, left } of open.values()) expected[id] = (expected[id] ?? 0) + left
        for (const [id, { reserved }] of Object.entries(documentsOf(usage, events)))
          expect({ id, reserved }).toEqual({ id, reserved: expected[id] ?? 0 })
      }),
      runs,
    ))

  test('the days of every month add up to the month', () => {
    const sum = (numbers: readonly number[] = []) => numbers.reduce((total, each) => total + each, 0)
    fc.assert(
      fc.property(history(STEPS), (events) => {
        for (const document of Object.values(documentsOf(usage, events))) {
          const { month, charged, answered, chargedByDay, answeredByDay } = document
          expect(sum(chargedByDay)).toBe(charged)
          expect(sum(answeredByDay)).toBe(answered.valid + answered.invalid + answered.unknown)
          const daysInMonth = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
          expect(answeredByDay!.length).toBeLessThanOrEqual(daysInMonth)
        }
      }),
      runs,
    )
  })

  test('batches of sandbox keys have no effect', () =>
    fc.assert(
      fc.property(history(STEPS), (events) => {
        const inSandbox = ({ data }: DomainEvent) => (data as { sandbox?: boolean }).sandbox === true
        expect(
          documentsOf(
            usage,
            events.filter((event) => !inSandbox(event)),
          ),
        ).toEqual(documentsOf(usage, events))
      }),
      runs,
    ))
})
