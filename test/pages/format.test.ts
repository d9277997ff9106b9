// Times of the dashboard in words.
import { describe, expect, test } from '@jest/globals'
import { ago } from '../../web/dashboard/format.js'

describe('a moment', () => {
  const now = Date.parse('2026-11-28T01:00:00Z')
  test.each([
    ['2026-11-28T00:59:30Z', 'just now'],
    ['2026-11-27T23:30:00Z', '1 hr. ago'],
    ['2026-11-27T00:30:00Z', 'yesterday'],
    ['2026-11-26T02:00:00Z', '2 days ago'],
    ['2026-11-29T01:30:00Z', 'tomorrow'],
    ['2026-11-30T00:30:00Z', 'in 2 days'],
    ['2026-11-20T23:00:00Z', '20 Nov 2026'],
  ])('%s is "%s", where days are those of the calendar', (iso, text) => expect(ago(iso, now)).toBe(text))
})
