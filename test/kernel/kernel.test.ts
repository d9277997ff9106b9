// Months, ids and other small parts of the kernel.
import { describe, expect, test } from '@jest/globals'
import { v5 } from 'uuid'
import { iso } from '../../src/kernel/clock.js'
import { derivedId, newId, newTraceId, sha256, timeOfId } from '../../src/kernel/ids.js'
import { endOfMonth, monthOf } from '../../src/kernel/months.js'
import { isPosition, later, START } from '../../src/kernel/position.js'
import { categoryOf, idOf, streamName } from '../../src/kernel/stream.js'
import fc from '../../testbed/fastCheck.js'
import { itIs, itIsNow } from '../support/calendar.js'

describe('a month', () => {
  test.each([
    ['2026-11-01T00:00:00.000Z', '2026-11'],
    ['2026-11-30T23:59:59.999Z', '2026-11'],
    ['2026-12-31T23:59:59.999Z', '2026-12'],
    ['2027-01-01T00:00:00.000Z', '2027-01'],
    ['2028-02-29T12:00:00.000Z', '2028-02'],
  ])('is the UTC month: %s', (instant, month) => expect(monthOf(Date.parse(instant))).toBe(month))

  test.each([
    ['2026-11', '2026-12-01T00:00:00.000Z'],
    ['2026-12', '2027-01-01T00:00:00.000Z'],
    ['2028-02', '2028-03-01T00:00:00.000Z'],
  ])('%s ends at the first instant of the next one', (month, end) => {
    expect(iso(endOfMonth(month))).toBe(end)
    expect(monthOf(endOfMonth(month) - 1)).toBe(month)
  })
})

describe('an id', () => {
  test('derived from a name never changes', () => {
    expect(derivedId('command/account-1/0')).toBe('81c7d36c-c276-5352-a819-980fb51ec2f5')
    expect(derivedId('command/account-1/1')).not.toBe(derivedId('command/account-1/0'))
  })

  test('tells when it was made, also after the clock was set back', () => {
    const day = Date.now() - 86_400_000
    const before = newId()
    itIs(iso(day))
    const after = newId()
    itIsNow()
    expect(timeOfId(before)! - day).toBeGreaterThan(86_000_000)
    expect(timeOfId(after)! - day).toBeLessThan(1_000)
    expect(timeOfId(newId())! - day).toBeGreaterThan(86_000_000)
  })

  test('derived from any name is its UUID of version 5', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(derivedId(name)).toBe(v5(name, '6f6d9f0e-2f0b-5c57-9b38-3e0f4bb0a9b1'))
      }),
    ))

  test('that is new sorts after earlier ones', () => {
    const ids = Array.from({ length: 1_000 }, newId)
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('of a trace is 16 random bytes as hex', () => {
    expect(newTraceId()).toMatch(/^[0-9a-f]{32}$/)
    expect(newTraceId()).not.toBe(newTraceId())
  })

  test('of a text is the SHA-256 of its UTF-8 bytes', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(sha256('ü')).toBe('607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f')
  })
})

describe('a position', () => {
  test('is 32 lower-case hex digits', () => {
    expect(isPosition(START)).toBe(true)
    expect(isPosition('00000000000000000000000000000a0f')).toBe(true)
  })

  test.each(['', '0', `${START}0`, 'A'.repeat(32), 'g'.repeat(32), `${START}\n`, ` ${START.slice(1)}`])(
    '%j is not a position',
    (text) => expect(isPosition(text)).toBe(false),
  )

  test('START is before all others', () => {
    const first = `${'0'.repeat(31)}1`
    expect(later(START, first)).toBe(first)
    expect(later(first, START)).toBe(first)
    expect(later(first, first)).toBe(first)
  })
})

describe("a stream's name", () => {
  test('consists of category and id, and can be split again', () => {
    const name = streamName('usage', '019aa5b8-6d40-7c31-9a52-3f0e8b7d1c24.2026-11')
    expect(name).toBe('usage-019aa5b8-6d40-7c31-9a52-3f0e8b7d1c24.2026-11')
    expect(categoryOf(name)).toBe('usage')
    expect(idOf(name)).toBe('019aa5b8-6d40-7c31-9a52-3f0e8b7d1c24.2026-11')
  })
})
