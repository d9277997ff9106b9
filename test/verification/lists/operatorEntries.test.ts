// The syntax of an operator's own list, and its errors by line and column.
import { describe, expect, test } from '@jest/globals'
import { parseEntries } from '../../../src/features/verification/lists/operator/parseEntries.js'
import fc from '../../../testbed/fastCheck.js'

const only = (line: string) => {
  const { entries, problems } = parseEntries(line)
  return problems[0] ?? entries[0]
}

describe("an operator's list", () => {
  test('has one entry per line, comments and empty lines', () =>
    expect(parseEntries('\ufeff# partners\r\nexample.com\r\n\n  *.example.net  # theirs\rmx:mail.example.org')).toEqual(
      {
        problems: [],
        entries: [
          { subject: 'domain', below: false, name: 'example.com' },
          { subject: 'domain', below: true, name: 'example.net' },
          { subject: 'exchange', below: false, name: 'mail.example.org' },
        ],
      },
    ))

  test.each([
    ['capitals', 'Example.COM', 'example.com'],
    ['a final dot', 'example.com.', 'example.com'],
    ['letters beyond ASCII', 'Bücher.example', 'xn--bcher-kva.example'],
    ['a whole top-level domain', '*.xyz', 'xyz'],
  ])('accepts %s', (_, line, name) => expect(only(line)).toMatchObject({ name }))

  test.each([
    ['an address', 'ada@example.com', 4, /address/],
    ['an address below a wildcard', '*.ada@example.com', 6, /address/],
    ['every domain', '*', 1, /\*/],
    ['a star within a name', 'a.*.example', 3, /\*/],
    ['a star without a dot', '*example.com', 1, /\*/],
    ['a wildcard of nothing', '  *.', 5, /missing/],
    ['a mail host of nothing', 'mx:', 4, /missing/],
    ['a space after mx:', 'mx: mail.example', 4, /mx:/],
    ['two entries', 'a.example b.example', 10, /one entry/],
    ['a comma', 'a.example,b.example', 10, /character/],
    ['an underscore', 'my_site.example', 3, /character/],
    ['a URL', 'https://a.example/', 6, /character/],
    ['an address literal', '[192.0.2.1]', 1, /character/],
    ['an empty label', 'a..example', 1, /dots in a row/],
    ['a single name', 'com', 1, /\*\.com/],
    ['binary', '\0\u0001\ufffd', 1, /internationalised/],
    ['a huge line', 'a.example '.repeat(1_000), 1_001, /longer/],
  ])('names line, column and problem of %s', (_, line, column, message) => {
    const { entries, problems } = parseEntries(`good.example\n${line}\nalso.example`)
    expect(problems).toEqual([{ line: 2, column, message: expect.stringMatching(message) }])
    expect(entries.map(({ name }) => name)).toEqual(['good.example', 'also.example'])
  })

  test('stops after a hundred problems', () => expect(parseEntries('?\n'.repeat(1_000_000)).problems.length).toBe(100))

  test('is read without an error, whatever it contains, and every problem is at a place in it', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.domain(), fc.string({ unit: 'binary' }), fc.constantFrom('*.', 'mx:', '#', '\t', '@')), {
          maxLength: 20,
        }),
        (parts) => {
          const text = parts.join('')
          const lines = text.replace(/^\ufeff/, '').split(/\r\n|[\n\r]/)
          const { entries, problems } = parseEntries(text)
          expect(entries.length + problems.length).toBeLessThanOrEqual(lines.length)
          for (const { line, column } of problems) {
            expect(column).toBeGreaterThanOrEqual(1)
            expect(column).toBeLessThanOrEqual(lines[line - 1]!.length + 1)
          }
          for (const { name } of entries) expect(name).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/)
        },
      ),
    ))
})
