// The table of listed domains in one buffer: lookups of any text, and list files that are refused as incomplete.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { createLists } from '../../../src/features/verification/engine/lists/lists.js'
import { loadLists } from '../../../src/features/verification/engine/lists/loadLists.js'
import { createTable } from '../../../src/features/verification/engine/lists/table.js'
import fc from '../../../testbed/fastCheck.js'

const tableOf = (entries: readonly (readonly [name: string, codes: string])[]) =>
  createTable(Buffer.from(entries.map(([name, codes]) => `${name} ${codes}\n`).join('')), 0)

describe('the table of domains', () => {
  test('finds a name and its parents, the shortest first', () =>
    expect(
      tableOf([
        ['b.example', 'm'],
        ['a.b.example', 'dj'],
        ['other.example', 'd'],
      ]).find('a.b.example'),
    ).toEqual([
      { start: 2, codes: 'm' },
      { start: 0, codes: 'dj' },
    ]))

  test('starts after what precedes it in the buffer', () => {
    const bytes = Buffer.from('head.example x\na.example m\n')
    const table = createTable(bytes, bytes.indexOf('a.example'))
    expect(table.size).toBe(1)
    expect(table.find('a.example')).toEqual([{ start: 0, codes: 'm' }])
    expect(table.find('head.example')).toEqual([])
  })

  const label = fc.stringMatching(/^[a-c]{1,2}$/)
  const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'))

  test('answers like a map, for any names', () =>
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 60 }), fc.array(name, { maxLength: 60 }), (entries, names) => {
        const table = tableOf(entries.map((entry) => [entry, 'm']))
        expect(table.size).toBe(entries.length)
        for (const each of [...names, ...entries]) {
          const labels = each.split('.')
          const parents = labels.map((_, i) => labels.slice(i).join('.')).reverse()
          const found = table.find(each).map(({ start }) => each.slice(start))
          expect(found).toEqual(parents.filter((parent) => entries.includes(parent)))
        }
      }),
    ))

  test('is empty for an empty buffer', () => expect(tableOf([]).find('a.example')).toEqual([]))
})

describe('incomplete lists are refused', () => {
  const bytes = readFileSync(new URL('../../../schema/lists/domains.generated.txt', import.meta.url))

  test.each([
    ['cut off within a line', bytes.subarray(0, -3)],
    ['cut off between two lines', bytes.subarray(0, bytes.lastIndexOf('\n', -2) + 1)],
    ['cut off before the table', bytes.subarray(0, 500)],
    ['empty', Buffer.alloc(0)],
    ['something else', Buffer.from('{"not": "lists"}\n')],
  ])('%s', (_, broken) => expect(() => createLists(broken)).toThrow(/list file/i))
})

describe('any text', () => {
  const lists = loadLists()
  const hostile = [
    '',
    '.',
    '..',
    '.com',
    'com.',
    '__proto__',
    'a.constructor',
    ' mailinator.com',
    'mailinator.com ',
    'mailinator.com mwj',
    'mailinator.com\n',
    'MAILINATOR.COM',
    'maılinator.com',
    '\ud800.com',
    `${'a.'.repeat(500_000)}com`,
    'x'.repeat(1_000_000),
    '[192.0.2.1]',
  ]

  test.each(hostile)('that is not a domain is on no list (%#)', (text) =>
    expect(lists.domainFacts(text)).toMatchObject({ disposable: undefined, privacyRelay: false, free: false }),
  )

  test('is looked up without an error', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.domain()), (text) => {
        expect(typeof lists.domainFacts(text).free).toBe('boolean')
        expect(typeof lists.isRole(text)).toBe('boolean')
        expect(['string', 'undefined']).toContain(typeof lists.providerByExchange(text))
      }),
    ))

  test('has at most one class', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('mailinator.com', 'duck.com', 'gmail.com', 'gmial.com'),
        fc.domain(),
        (entry, other) => {
          for (const domain of [entry, other, `${other}.${entry}`]) {
            const { disposable, privacyRelay, free } = lists.domainFacts(domain)
            expect([disposable !== undefined, privacyRelay, free].filter(Boolean).length).toBeLessThanOrEqual(1)
          }
        },
      ),
    ))
})
