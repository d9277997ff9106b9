// Periods of time zones, and the documents that cover them.
import { describe, expect, test } from '@jest/globals'
import { type Interval, periodsOf, segmentsOf } from '../../src/features/verdicts/internal/periods.js'
import { timeZoneOf } from '../../src/features/verdicts/internal/timeZone.js'
import { DAY_MS, HOUR_MS } from '../../src/kernel/time.js'
import fc from '../../testbed/fastCheck.js'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Pacific/Apia',
  'Asia/Kathmandu',
]
const LONGEST: { readonly [interval in Interval]: number } = {
  hour: 700 * HOUR_MS,
  day: 360 * DAY_MS,
  month: 3_500 * DAY_MS,
}
const iso = (time: number) => new Date(time).toISOString()

const asked = fc
  .record({
    zone: fc.constantFrom(...ZONES).map((name) => timeZoneOf(name)!),
    interval: fc.constantFrom<Interval>('hour', 'day', 'month'),
    end: fc.integer({ min: Date.UTC(2011, 0), max: Date.UTC(2030, 0) }),
    share: fc.double({ min: 0.000_1, max: 1, noNaN: true }),
  })
  .map(({ zone, interval, end, share }) => ({ zone, interval, end, start: end - Math.ceil(share * LONGEST[interval]) }))

describe('periods', () => {
  test('cover the range without gaps, in whole hours, and start with the days and months of the zone', () =>
    fc.assert(
      fc.property(asked, ({ zone, interval, start, end }) => {
        const periods = periodsOf({ from: iso(start), to: iso(end), interval, zone, now: end })
        expect(periods[0]!.start).toBe(Math.floor(start / HOUR_MS) * HOUR_MS)
        expect(periods.at(-1)!.end).toBe(Math.ceil(end / HOUR_MS) * HOUR_MS)
        for (const [index, { start, end }] of periods.entries()) {
          expect([start % HOUR_MS, end % HOUR_MS]).toEqual([0, 0])
          expect(end).toBeGreaterThan(start)
          if (index === 0) continue
          expect(start).toBe(periods[index - 1]!.end)
          if (interval === 'hour') continue
          // Half an hour early at most; a day that has no midnight starts later.
          const before = zone.dateOf(start - 1)
          const after = zone.dateOf(start + HOUR_MS)
          expect(interval === 'day' ? before.day : before.month).not.toBe(interval === 'day' ? after.day : after.month)
        }
      }),
    ))

  test.each(ZONES)('of dates in succession follow each other in %s, and share no hour', (name) => {
    const zone = timeZoneOf(name)!
    const range = (from: string, to: string) =>
      periodsOf({ from, to, interval: 'day', zone, now: Date.UTC(2027, 0) }).map(({ start, end }) => [start, end])
    for (let day = Date.UTC(2026, 0); day < Date.UTC(2026, 11); day += DAY_MS) {
      const [today, tomorrow] = [iso(day).slice(0, 10), iso(day + DAY_MS).slice(0, 10)] as const
      expect([...range(today, today), ...range(tomorrow, tomorrow)]).toEqual(range(today, tomorrow))
      expect(range(today, tomorrow)).toHaveLength(2)
    }
  })

  test('are covered by documents exactly, by few of them', () =>
    fc.assert(
      fc.property(asked, ({ zone, interval, start, end }) => {
        const periods = periodsOf({ from: iso(start), to: iso(end), interval, zone, now: end })
        const segments = segmentsOf(periods)
        let at = periods[0]!.start
        let documents = 0
        for (const { span, from, to } of segments) {
          expect(from).toBe(at)
          const length = span === 'day' ? DAY_MS : HOUR_MS
          expect([from % length, to % length]).toEqual([0, 0])
          documents += (to - from) / length
          if (span === 'day') {
            // No day belongs to two periods.
            for (let day = from; day < to; day += DAY_MS)
              expect(periods.filter(({ start, end }) => start < day + DAY_MS && end > day)).toHaveLength(1)
          }
          at = to
        }
        expect(at).toBe(periods.at(-1)!.end)
        expect(documents).toBeLessThan(10_000)
      }),
      { numRuns: 60 },
    ))
})

describe('a time zone', () => {
  test.each([
    ['Europe/Berlin', [2026, 3, 29], '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', [2026, 3, 30], '2026-03-29T22:00:00.000Z'],
    ['Asia/Kolkata', [2026, 1, 1], '2025-12-31T18:30:00.000Z'],
    ['Pacific/Auckland', [2026, 13, 1], '2026-12-31T11:00:00.000Z'],
    // Clocks skipped midnight.
    ['America/Sao_Paulo', [2018, 11, 4], '2018-11-04T03:00:00.000Z'],
  ] as const)('%s: the day %j starts at %s', (name, [year, month, day], start) =>
    expect(iso(timeZoneOf(name)!.startOf(year, month, day))).toBe(start),
  )

  test.each(['', 'Mars/Olympus', 'UTC\0', 'x'.repeat(10_000), '../etc/passwd'])('is none: %j', (name) =>
    expect(timeZoneOf(name)).toBeUndefined(),
  )
})
