// Uniting the published lists of domains; and the curated files, in which nothing is twice or contradicts.
import { describe, expect, test } from '@jest/globals'
import { compileDomains } from '../../../src/features/verification/lists/compile.js'
import { readCurated, readCuratedNames } from '../../../src/features/verification/lists/curated.js'

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

describe('uniting the lists', () => {
  test('keeps the letter of every list that holds a domain', () => {
    const [one, two] = ['throwaway-one.net', 'throwaway-two.net']
    const united = listed({ m: [one], j: [one, two], d: ['Throwaway-One.NET'] })
    expect([united.get(one), united.get(two)]).toEqual(['djm', 'j'])
  })

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
  ])('drops %s', (_, entry) => expect(listed({ m: [entry] }).has(entry)).toBe(false))

  test('never takes a provider, a relay or anything below them for disposable', () => {
    const united = listed({ d: ['gmail.com', 'x.gmail.com', 'duck.com', 'x.duck.com', 'nus.edu.sg'] })
    for (const codes of united.values()) expect(codes === 'd').toBe(false)
  })

  test('calls free only what at least two lists of providers have', () => {
    const united = listed({
      e: ['mail-one.net', 'mail-two.net'],
      f: ['mail-one.net', 'mail-three.net', 'mail-four.net'],
      g: ['mail-four.net'],
    })
    expect(united.get('mail-one.net')).toBe('efF')
    expect(united.get('mail-two.net')).toBe('e')
    expect(united.get('mail-three.net')).toBe('f')
    expect(united.get('mail-four.net')).toBe('fgF')
  })

  test.each([
    ['egjm', 'jm'],
    ['efgdjm', 'djm'],
    ['em', 'm'],
    ['efc', 'c'],
  ])('of votes %s, disposable wins', (votes, codes) => {
    const lists = [...votes].map((code): [string, string[]] => [code, ['throwaway.net']])
    expect(listed(Object.fromEntries(lists)).get('throwaway.net')).toBe(codes)
  })

  test('more lists of providers than publishers of disposable lists make a domain free, but not a name below it', () => {
    const all = ['mail-one.net', 'x.throwaway.net']
    expect(listed({ e: all, g: all, m: all }).get('mail-one.net')).toBe('egF')
    expect(listed({ e: all, g: all, d: all, w: all }).get('mail-one.net')).toBe('egF')
    expect(listed({ e: all, g: all, m: all }).get('x.throwaway.net')).toBe('m')
  })

  test('a typo of a big provider stays listed, whatever lists of providers say', () => {
    expect(listed({ m: ['hotmaul.com'] }).get('hotmaul.com')).toBe('m')
    const all = ['hotmaul.com']
    expect(listed({ m: all, e: all, f: all, g: all }).get('hotmaul.com')).toBe('m')
  })

  test.each([
    ['mT', 'T'],
    ['mdwT', 'T'],
    ['jpT', 'T'],
    ['mxT', 'T'],
    ['jmT', 'jmT'],
    ['dpT', 'dpT'],
    ['cT', 'cT'],
  ])('of votes %s about a web site that many people visit, %s remain', (votes, codes) =>
    expect(listed(Object.fromEntries([...votes].map((code) => [code, ['visited.net']]))).get('visited.net')).toBe(
      codes,
    ),
  )

  test('a list that collects those of others is no second opinion', () => {
    const all = ['mail-one.net']
    expect(listed({ e: all, g: all, m: all, x: all }).get('mail-one.net')).toBe('egF')
  })

  test('a provider’s name under another ending stays, for the names below it', () =>
    expect(listed({ d: ['icloud.sk'] }).get('icloud.sk')).toBe('d'))
})

describe('the curated files', () => {
  const classes = ['providers', 'relays', 'disposable', 'typo-domains', 'known']

  test('put no domain into two classes', () => {
    const seen = new Map<string, string>()
    for (const file of classes)
      for (const name of readCuratedNames(file)) {
        expect([name, seen.get(name)]).toEqual([name, undefined])
        seen.set(name, file)
      }
  })

  test.each([...classes, 'free', 'not-free', 'roles', 'not-roles', 'exchanges', 'typo-targets', 'endings'])(
    '%s has no entry twice, and only lower-case ones',
    (file) => {
      const entries = readCurated(file).map((line) => line.split(' ')[0] ?? '')
      expect(entries.filter((entry, i) => entries.indexOf(entry) !== i)).toEqual([])
      for (const entry of entries) expect(entry).toMatch(/^(\*\.)?[a-z0-9][a-z0-9._-]*$/)
    },
  )

  test('never classify a domain as both free and not free', () => {
    const notFree = readCuratedNames('not-free')
    expect([...readCuratedNames('free')].filter((name) => notFree.has(name))).toEqual([])
  })

  test('add no role that they drop', () => {
    const dropped = readCuratedNames('not-roles')
    expect([...readCuratedNames('roles')].filter((name) => dropped.has(name))).toEqual([])
  })
})
