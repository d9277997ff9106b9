// What is read in a cell of a list.
import { describe, expect, test } from '@jest/globals'
import { readCell } from '../../src/features/batches/input/cell/readCell.js'
import fc from '../../testbed/fastCheck.js'

describe('a cell', () => {
  test.each([
    ['jane@example.com', 'jane@example.com'],
    ["O'Brien@example.com", "O'Brien@example.com"],
    ['Jane Roe <jane@example.com>', 'jane@example.com'],
    ['"Roe, Jane" <jane@example.com>', 'jane@example.com'],
    ['Roe, Jane <jane@example.com>', 'jane@example.com'],
    ['"jane@example.com" <jane@example.com>', 'jane@example.com'],
    ['jane@example.com (Jane, at work)', 'jane@example.com'],
    ['jane@example.com<mailto:jane@example.com>', 'jane@example.com'],
    ['mailto:jane%2Bnews@example.com?subject=a@b', 'jane+news@example.com'],
    ['SMTP:jane@example.com;smtp:roe@example.com', 'jane@example.com'],
    ['jane@example.com | roe@example.com', 'jane@example.com'],
    ['jane@example.com ::: roe@example.com', 'jane@example.com'],
    ['jane@example.com oder roe@example.com', 'jane@example.com'],
    ['SMTP:jane@example.com;x500:/o=Acme/ou=Recipients', 'jane@example.com'],
    ['Jane Roe [jane@example.com]', 'jane@example.com'],
    ['Jane Roe [mailto:jane@example.com]', 'jane@example.com'],
    ['="jane@example.com"', 'jane@example.com'],
    ['=HYPERLINK("mailto:jane@example.com","Jane")', 'jane@example.com'],
    ['<a href="mailto:jane@example.com">Jane</a>', 'jane@example.com'],
    ["'jane@example.com'", 'jane@example.com'],
    ["'+jane@example.com", '+jane@example.com'],
    ["'\njane@example.com", 'jane@example.com'],
    ["' =jane@example.com", '=jane@example.com'],
    ['\u200ejane\u200b@example.com\ufeff', 'jane@example.com'],
    // What may be a part of the address stays: it is judged as it is.
    ['jane doe@example.com', 'jane doe@example.com'],
    ['jane@example,com', 'jane@example,com'],
    ['a/b@example.com', 'a/b@example.com'],
    ['"jane doe"@example.com', '"jane doe"@example.com'],
    ['"a,b"@example.com', '"a,b"@example.com'],
    ['jane@[192.0.2.1]', 'jane@[192.0.2.1]'],
    ['jane@[IPv6:2001:db8::1]', 'jane@[IPv6:2001:db8::1]'],
    // Joiners belong to words of some scripts.
    ['نامه‌ای@example.com', 'نامه‌ای@example.com'],
    ['n/a', 'n/a'],
    ['""', null],
    ['\u200b\u00a0', null],
  ])('%j has the address %j', (cell, email) => expect(readCell(cell).email).toBe(email))

  test('of ten thousand addresses has the first; the others are counted', () => {
    const cell = Array.from({ length: 10_000 }, (_, index) => `jane${index}@example.com`).join('; ')
    expect(readCell(cell)).toEqual({ email: 'jane0@example.com', repairs: [], further: 9_999 })
  })

  test.each(['"', '<', '(', "'", '[', '@', ', ', '\u200b', '\u200d', '"\\', 'a@', '<a@b '])(
    'of a megabyte of %j is read in no time',
    (piece) => {
      const startedAt = performance.now()
      readCell(piece.repeat(2 ** 20 / piece.length))
      expect(performance.now() - startedAt).toBeLessThan(1_000)
    },
  )

  test('that was read once is not read differently again', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'a@.,;<>()"\'[]: \u200b|/')), (characters) => {
        const { email } = readCell(characters.join(''))
        if (email?.match(/^[a.]+@[a.]+$/)) expect(readCell(email).email).toBe(email)
      }),
    ))
})
