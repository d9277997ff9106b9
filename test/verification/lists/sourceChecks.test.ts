// Hostile and broken packages of lists.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { PACKAGE_SOURCES, readPackageSource } from '../../../src/features/verification/lists/sources.js'
import { checkSize, sizesOf } from '../../../src/features/verification/lists/update/checkSize.js'
import { checkSource } from '../../../src/features/verification/lists/update/checkSource.js'
import { readNpmPackage } from '../../../src/features/verification/lists/update/npmPackage.js'
import fc from '../../../testbed/fastCheck.js'
import { packageOf } from '../../../testbed/lists/npmPackages.js'

const names = Array.from({ length: 1_000 }, (_, index) => `throwaway-${index}.net`)
const source = (code: string, ...more: string[]) => ({
  ...{ code, name: 'some-list', version: '2.0.0', licence: 'MIT' },
  entries: [...names, ...more],
})

describe('a list of disposable domains', () => {
  test.each([
    ['a large provider', ['GMAIL.com'], /gmail\.com, a large provider/],
    ['names below a large provider', ['*.gmail.com'], /gmail\.com, a large provider/],
    ['a public suffix of large providers', ['co.uk'], /lists co\.uk/],
    ['a top-level domain', ['com'], /lists com/],
    ['a wildcard for one', ['*.com'], /lists \*\.com/],
    ['every domain', ['*'], /every domain/],
    ['a huge line', ['a'.repeat(1_000_000)], /1000000 characters/],
    ['binary', Array.from({ length: 20 }, () => '\0\u0001ÿ'), /20 entries that are no domain names/],
    ['web pages', Array.from({ length: 20 }, () => '<html> 404'), /<html> 404/],
  ])('is refused if it has %s', (_, entries, reason) => {
    expect(() => checkSource(source('d', ...entries))).toThrow(reason)
    expect(() => checkSource(source('d', ...entries))).toThrow(/^some-list 2\.0\.0 /)
  })

  test('may have a few entries that are no domain names, as every list has', () =>
    expect(() => checkSource(source('d', 'wegwerfmüll.net', '404: not found', 'throwaway'))).not.toThrow())

  test('is checked without an error of ours, whatever it contains', () =>
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 50 }), (entries) => {
        try {
          checkSource({ ...source('d'), entries })
        } catch (error) {
          expect((error as Error).name).toBe('ListsRefused')
        }
      }),
    ))
})

test('a list of providers may name providers', () => expect(() => checkSource(source('e', 'gmail.com'))).not.toThrow())

describe('the size of a version', () => {
  const sizes = (count: number, codes: string) =>
    sizesOf(Array.from({ length: count }, (_, index) => `throwaway-${index}.net ${codes}`))
  const check =
    (before: number, after: number, codes = 'dm') =>
    () =>
      checkSize(sizes(before, codes), sizes(after, codes), (code) => `list ${code}`)

  test.each([
    [1_000, 1_000],
    [1_000, 701],
    [1_000, 2_000],
  ])('may go from %d to %d', (before, after) => expect(check(before, after)).not.toThrow())

  test.each([
    [1_000, 0, /instead of 1000/],
    [1_000, 690, /690 instead of 1000: fewer than 70 %/],
    [1_000, 2_001, /more than 200 %/],
  ])('may not go from %d to %d', (before, after, reason) => expect(check(before, after)).toThrow(reason))

  test('names the list that has collapsed, though others make up for it', () => {
    const after = new Map([...sizes(1_000, 'd'), ['m', 100]])
    expect(() => checkSize(sizes(1_000, 'dm'), after, (code) => `list ${code}`)).toThrow(/list m would be 100/)
  })
})

describe('an npm package', () => {
  const read = (tarball: Uint8Array) => readNpmPackage(tarball, (path) => path === 'index.json')

  test('is read in memory: manifest and wanted files', () => {
    const tarball = packageOf('some-list', '2.0.0', { 'index.json': '["a.net"]', 'other.js': 'throw 1' })
    expect(read(tarball)).toEqual({
      ...{ name: 'some-list', version: '2.0.0', licence: 'MIT' },
      files: new Map<string, unknown>([
        ['package.json', expect.any(String)],
        ['index.json', '["a.net"]'],
      ]),
    })
  })

  const whole = packageOf('some-list', '2.0.0', { 'index.json': JSON.stringify(names) })
  test.each([
    ['cut off', whole.subarray(0, whole.length / 2), /damaged/],
    ['no gzip file', Buffer.from('<html>'), /no gzip/],
    ['no tar file', gzipSync(Buffer.alloc(4_096, 'x')), /no tar file/],
    ['empty', gzipSync(''), /no package\.json|no tar/],
    ['a bomb', gzipSync(Buffer.alloc(65 * 1_024 * 1_024)), /larger than 64 MiB/],
  ])('that is %s is refused', (_, tarball, reason) => expect(() => read(tarball)).toThrow(reason))

  test('is read without an error of ours, whatever it contains', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.boolean(), (bytes, isPacked) => {
        expect(() => read(isPacked ? gzipSync(bytes) : bytes)).toThrow(
          expect.objectContaining({ name: 'ListsRefused' }),
        )
      }),
    ))
})

describe('the file of a source', () => {
  const manifest = { version: '1', licence: 'MIT' }
  const mailchecker = PACKAGE_SOURCES.find(({ code }) => code === 'm')!
  const other = PACKAGE_SOURCES.find(({ code }) => code === 'd')!

  test('is never executed', () => {
    const text = `throw 1; const list = new Set(["a.net"]); process.exit(1)`
    expect(readPackageSource(mailchecker, manifest, text).entries).toEqual(['a.net'])
  })

  test.each([
    [other, '{"a.net": true}'],
    [other, '["a.net", 1]'],
    [other, 'null'],
    [mailchecker, 'module.exports = []'],
    [mailchecker, 'new Set(["a.net", process.env])'],
  ])('is refused in another format (%#)', (definition, text) =>
    expect(() => readPackageSource(definition, manifest, text)).toThrow(),
  )
})
