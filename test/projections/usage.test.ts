import { describe, expect, test } from '@jest/globals'
import { usage, usageId } from '../../src/features/verification/projections/usage.js'
import { streamName } from '../../src/kernel/stream.js'
import { ada, bob, generated, registered } from '../support/accountEvents.js'
import { documentsOf } from '../support/documentsOf.js'
import { createRecordedLog } from '../support/recordedLog.js'
import { addressesVerified, addressVerified, usageLimitReached } from '../support/verificationEvents.js'

const november = `usage-${ada}.2026-11`
const nothing = {
  owner: ada,
  month: '2026-11',
  charged: 0,
  reserved: 0,
  answered: { valid: 0, invalid: 0, unknown: 0 },
}

const usageOf = (...append: readonly Parameters<ReturnType<typeof createRecordedLog>['append']>[]) => {
  const log = createRecordedLog()
  for (const each of append) log.append(...each)
  return documentsOf(usage, log.events)
}

describe('the usage of a month', () => {
  test.each([
    ['valid', 1, { valid: 1, invalid: 0, unknown: 0 }],
    ['invalid', 1, { valid: 0, invalid: 1, unknown: 0 }],
    ['unknown', 0, { valid: 0, invalid: 0, unknown: 1 }],
  ] as const)('counts an address that is %s, and charges %d', (status, charged, answered) =>
    expect(usageOf([november, addressVerified({ status, charged })])).toStrictEqual({
      [`${ada}.2026-11`]: { ...nothing, charged, answered },
    }),
  )

  test('counts every row of a batch, and charges what the batch says', () =>
    expect(usageOf([november, addressesVerified({ valid: 5, invalid: 3, unknown: 2 }, 6)])).toStrictEqual({
      [`${ada}.2026-11`]: { ...nothing, charged: 6, answered: { valid: 5, invalid: 3, unknown: 2 } },
    }))

  test('adds up', () =>
    expect(
      usageOf(
        [november, addressVerified(), addressVerified({ api: 'v2', status: 'unknown', charged: 0 })],
        [november, addressesVerified({ valid: 5, unknown: 1 })],
        [november, addressVerified({ status: 'invalid', valid: false, reason: 'mx' })],
      ),
    ).toStrictEqual({
      [`${ada}.2026-11`]: { ...nothing, charged: 7, answered: { valid: 6, invalid: 1, unknown: 2 } },
    }))

  test('is the one in which it was asked, whenever the log took it', () => {
    const log = createRecordedLog()
    log.wait(Date.UTC(2026, 11, 1) - log.now())
    const [event] = log.append(november, addressVerified())
    expect(event!.recordedAt).toBe('2026-12-01T00:00:00.000Z')
    expect(documentsOf(usage, log.events)).toHaveProperty([`${ada}.2026-11`, 'charged'], 1)
  })

  test('is one for each account and month', () => {
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

  test('is found by the id that names its stream', () => {
    const stream = streamName('usage', usageId(ada, '2026-11'))
    expect(stream).toBe(november)
    expect(usageOf([stream, addressVerified()])).toHaveProperty([usageId(ada, '2026-11')])
  })

  test('is not touched by anything else', () =>
    expect(
      usageOf(
        [`account-${ada}`, registered(), generated('first')],
        [`limit-${ada}.2026-11.month`, usageLimitReached('2026-11')],
      ),
    ).toEqual({}))
})
