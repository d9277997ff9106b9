// New lists that are accepted, and those that are refused.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { readEmbeddedLists } from '../../../src/features/verification/engine/lists/loadLists.js'
import { prepareCandidate } from '../../../src/features/verification/lists/update/candidate.js'
import { changedLists } from '../../../testbed/lists/listFiles.js'
import { offeredPackages } from '../../../testbed/lists/npmPackages.js'

const TODAY = '2030-01-02'
const embedded = readEmbeddedLists()
const prepare = (file: Uint8Array) => prepareCandidate({ file }, undefined, TODAY)

describe('a list file', () => {
  test('becomes a version with its own date and the hash of its content', () => {
    const { version, added, removed } = prepare(changedLists((lines) => [...lines, 'brand-new-trash.net dm']))
    expect(version).toMatch(/^2026-\d\d-\d\d\.[0-9a-f]{12}$/)
    expect({ added, removed }).toEqual({ added: 1, removed: 0 })
  })

  test('may be gzipped, and has the version of its content', () => {
    const same = prepare(gzipSync(embedded))
    expect(embedded.toString('latin1', 0, 2_000)).toContain(`# version ${same.version}\n`)
    expect({ added: same.added, removed: same.removed }).toEqual({ added: 0, removed: 0 })
  })

  const isDisposable = (line: string) => /[cdjmpwx]T?$/.test(line)
  test.each([
    ['truncated within a line', embedded.subarray(0, -10), /line|incomplete/i],
    [
      'truncated between lines',
      embedded.subarray(0, embedded.lastIndexOf('\n', -2) + 1),
      /incomplete.* its header says \d+ domains, but it has \d+\.$/,
    ],
    ['no list file', Buffer.from('["mailinator.com"]'), /not a list file/],
    ['empty', Buffer.alloc(0), /not a list file/],
    ['binary', Buffer.concat([Buffer.from('\n[domains]\n'), Buffer.alloc(10_000, 0xff), Buffer.from('\n')]), /Line 1/],
    ['half a gzip file', gzipSync(embedded).subarray(0, 10_000), /damaged/],
    ['one huge line', Buffer.from(`# domains 1\n\n[domains]\n${'a'.repeat(5_000_000)}.net d\n`), /Line 1/],
    [
      'shrunken',
      changedLists((lines) => lines.filter((line, i) => !isDisposable(line) || i % 2 === 0)),
      /fewer than 70 %/,
    ],
    [
      'without disposable domains',
      changedLists((lines) => lines.filter((line) => !isDisposable(line))),
      /would be \d* ?instead|0 instead/,
    ],
    [
      'one that calls a well-known domain disposable',
      changedLists((lines) => [...lines, 'microsoft.com d']),
      /microsoft\.com/,
    ],
    ...['gmail.com', 'gmx.de', 'posteo.de'].map((provider): [string, Buffer, RegExp] => [
      `one that calls the provider ${provider} disposable`,
      changedLists((lines) => lines.map((line) => (line.startsWith(`${provider} `) ? `${provider} d` : line))),
      new RegExp(`well-known domains disposable.*: ${provider}`),
    ]),
    [
      'one that turns a relay',
      changedLists((lines) => lines.map((line) => line.replace(/^duck\.com .*/, 'duck.com d'))),
      /duck\.com/,
    ],
    ['one with a public suffix', changedLists((lines) => [...lines, 'co.uk d']), /co\.uk d/],
    ['one with a wildcard', changedLists((lines) => [...lines, '*.com d']), /\*\.com d/],
    ['one with every domain', changedLists((lines) => [...lines, '* d']), /\* d/],
    ['one with another letter', changedLists((lines) => [...lines, 'a-new-one.net z']), /a-new-one\.net z/],
  ])('that is %s is refused', (_, file, reason) =>
    expect(() => prepare(file)).toThrow(
      expect.objectContaining({ name: 'ListsRefused', message: expect.stringMatching(reason) }),
    ),
  )
})

describe('npm packages', () => {
  test('are compiled like the lists of the release', () => {
    const packages = offeredPackages('99.0.0', (domains) => [...domains, 'brand-new-trash.net']).map(
      ({ tarball }) => tarball,
    )
    const { version, sources, added, removed } = prepareCandidate({ packages }, undefined, TODAY)
    expect(version.startsWith(`${TODAY}.`)).toBe(true)
    expect(sources).toContainEqual(expect.objectContaining({ name: 'disposable-email-domains', version: '99.0.0' }))
    expect({ added, removed }).toEqual({ added: 1, removed: 0 })
  })

  test.each([
    ['a missing package', offeredPackages().slice(1), /mailchecker is missing/],
    ['a provider', offeredPackages('99.0.0', (domains) => [...domains, 'gmail.com']), /99\.0\.0 calls gmail\.com/],
    ['another format', offeredPackages('99.0.0', () => ({}) as string[]), /another format: index\.json/],
  ])('are refused with %s', (_, offered, reason) =>
    expect(() => prepareCandidate({ packages: offered.map(({ tarball }) => tarball) }, undefined, TODAY)).toThrow(
      reason,
    ),
  )
})
