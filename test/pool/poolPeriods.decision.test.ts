// Days, weeks, months and badges of contributions.
import { describe, expect, test } from '@jest/globals'
import { badgeOf, levelOf } from '../../src/features/pool/levels.js'
import { bucketOf, startOf } from '../../src/features/pool/periods.js'
import { bucketsOf, weekOf } from '../../src/features/pool/projections/buckets.js'
import fc from '../../testbed/fastCheck.js'

const DAY = 24 * 3_600_000

describe('an ISO week', () => {
  // ISO 8601: the week of a year's first Thursday is its first.
  test('is found for days at the turn of the year', () => {
    const rows: readonly (readonly [string, string])[] = [
      ['2026-11-21', '2026-W47'],
      ['2026-01-01', '2026-W01'],
      ['2025-12-29', '2026-W01'],
      ['2025-12-28', '2025-W52'],
      ['2026-12-31', '2026-W53'],
      ['2027-01-01', '2026-W53'],
      ['2027-01-03', '2026-W53'],
      ['2027-01-04', '2027-W01'],
      ['2021-01-03', '2020-W53'],
      ['2018-12-31', '2019-W01'],
      ['2016-01-03', '2015-W53'],
      ['2024-12-30', '2025-W01'],
      ['2024-02-29', '2024-W09'],
    ]
    const first = rows.map(([day]) => [day, weekOf(Date.parse(day))])
    const last = rows.map(([day]) => [day, weekOf(Date.parse(day) + DAY - 1)])
    expect({ first, last }).toEqual({ first: rows, last: rows })
  })

  test('has seven days, begins on a Monday, and has the year of its Thursday', () =>
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) }), (now) => {
        const monday = startOf('week', now)
        expect(new Date(monday).getUTCDay()).toBe(1)
        expect(now - monday).toBeLessThan(7 * DAY)
        expect(monday).toBeLessThanOrEqual(now)
        expect(weekOf(monday)).toBe(weekOf(now))
        expect(weekOf(monday + 7 * DAY - 1)).toBe(weekOf(now))
        expect(weekOf(monday - 1) < weekOf(now)).toBe(true)
        expect(weekOf(now).slice(0, 4)).toBe(String(new Date(monday + 3 * DAY).getUTCFullYear()))
      }),
    ))
})

test('an instant belongs to its day, week and month, and to all time', () =>
  expect(bucketsOf('2027-01-02T23:59:59.999Z')).toEqual(['2027-01-02', '2026-W53', '2027-01', 'all']))

test('a period is the bucket that contains an instant', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }), (now) => {
      const buckets = bucketsOf(new Date(now).toISOString())
      expect((['daily', 'weekly', 'monthly', 'all-time'] as const).map((period) => bucketOf(period, now))).toEqual(
        buckets,
      )
      expect((['today', 'week', 'month', 'all-time'] as const).map((period) => bucketOf(period, now))).toEqual(buckets)
    }),
  ))

test('a period starts where its bucket does', () => {
  const now = Date.UTC(2026, 10, 21, 9)
  expect(startOf('today', now)).toBe(Date.UTC(2026, 10, 21))
  expect(startOf('week', now)).toBe(Date.UTC(2026, 10, 16))
  expect(startOf('month', now)).toBe(Date.UTC(2026, 10, 1))
  expect(startOf('all-time', now)).toBe(0)
})

test.each([
  [0, 'Contributor', 'contributor', 'bronze'],
  [99, 'Contributor', 'contributor', 'bronze'],
  [100, 'Bronze', 'bronze', 'bronze'],
  [999, 'Bronze', 'bronze', 'bronze'],
  [1_000, 'Silver', 'silver', 'silver'],
  [9_999, 'Silver', 'silver', 'silver'],
  [10_000, 'Gold', 'gold', 'gold'],
  [100_000, 'Diamond', 'diamond', 'platinum'],
])('%d contributions make a %s', (contributions, name, badge, shown) => {
  expect(levelOf(contributions)).toMatchObject({ name, badge })
  expect(badgeOf(contributions)).toBe(shown)
})
