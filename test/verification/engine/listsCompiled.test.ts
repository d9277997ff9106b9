import { describe, expect, test } from '@jest/globals'
import { compileDomains } from '../../../scripts/lists/compile.js'
import { readCurated, readCuratedNames } from '../../../scripts/lists/curated.js'

const listed = (entries: Readonly<Record<string, readonly string[]>>) =>
  compileDomains(
    Object.entries(entries).map(([code, names]) => ({
      code,
      name: code,
      version: '1',
      licence: 'MIT',
      entries: names,
    })),
  )

describe('the compiled lists', () => {
  test('keep the source of every list that contains a domain', () =>
    expect(
      listed({ m: ['throwaway-one.net'], j: ['throwaway-one.net', 'throwaway-two.net'], d: ['Throwaway-One.NET'] }),
    ).toEqual(expect.objectContaining(new Map([['throwaway-one.net', 'djm']]))))

  test.each([
    ['no domain', 'throwaway'],
    ['a character that no name has', 'throw away.net'],
    ['letters beyond ASCII', 'wegwerfmüll.net'],
    ['an empty label', 'throwaway..net'],
    ['a hyphen at an edge', '-throwaway.net'],
    ['digits for an ending', 'throwaway.123'],
    ['a reserved name', 'throwaway.example'],
    ['a public suffix', 'co.uk'],
    ['a suffix of a host’s customers', 'blogspot.com'],
  ])('drop %s', (_, entry) => expect(listed({ m: [entry] }).has(entry)).toBe(false))

  test('never list a provider, a relay or a subdomain of one as disposable', () => {
    const united = listed({ d: ['gmail.com', 'x.gmail.com', 'duck.com', 'x.duck.com', 'nus.edu.sg'] })
    for (const codes of united.values()) expect(codes === 'd').toBe(false)
  })

  test('list as free only what both lists of providers contain', () => {
    const united = listed({ e: ['mail-one.net', 'mail-two.net'], f: ['mail-one.net', 'mail-three.net'] })
    expect(united.get('mail-one.net')).toBe('efF')
    expect(united.get('mail-two.net')).toBe('e')
    expect(united.get('mail-three.net')).toBe('f')
  })

  test('prefer disposable to free', () =>
    expect(listed({ e: ['throwaway.net'], f: ['throwaway.net'], m: ['throwaway.net'] }).get('throwaway.net')).toBe('m'))

  test('list a typo of a large provider as disposable only if the curated file does', () => {
    expect(listed({ m: ['hotmaul.com'], d: ['hotmaul.com'] }).has('hotmaul.com')).toBe(false)
    expect(listed({ m: ['hotmaul.com'], j: ['hotmaul.com'] }).has('hotmaul.com')).toBe(false)
    expect(listed({ m: ['hotmaul.com'], c: ['hotmaul.com'] }).get('hotmaul.com')).toBe('cm')
  })

  test("keep a provider's name under another public suffix, for its subdomains", () =>
    expect(listed({ d: ['icloud.sk'] }).get('icloud.sk')).toBe('d'))
})

describe('the curated files', () => {
  const classes = ['providers', 'relays', 'disposable', 'typo-domains', 'known']

  test('assign no domain to two classes', () => {
    const seen = new Map<string, string>()
    for (const file of classes)
      for (const name of readCuratedNames(file)) {
        expect([name, seen.get(name)]).toEqual([name, undefined])
        seen.set(name, file)
      }
  })

  test.each([...classes, 'free', 'not-free', 'roles', 'not-roles', 'exchanges', 'typo-targets'])(
    '%s contains no duplicates, and only lower case',
    (file) => {
      const entries = readCurated(file).map((line) => line.split(' ')[0] ?? '')
      expect(entries.filter((entry, i) => entries.indexOf(entry) !== i)).toEqual([])
      for (const entry of entries) expect(entry).toMatch(/^(\*\.)?[a-z0-9][a-z0-9._-]*$/)
    },
  )

  test('list no domain as both free and not free', () => {
    const notFree = readCuratedNames('not-free')
    expect([...readCuratedNames('free')].filter((name) => notFree.has(name))).toEqual([])
  })

  test('add no role that they drop', () => {
    const dropped = readCuratedNames('not-roles')
    expect([...readCuratedNames('roles')].filter((name) => dropped.has(name))).toEqual([])
  })
})
