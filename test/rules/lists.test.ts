// An account's own lists: reading entries, dividing them into events, and finding addresses in them.
import { describe, expect, test } from '@jest/globals'
import { chunksOf, readHashes } from '../../src/features/rules/lists/chunks.js'
import { parseEntries } from '../../src/features/rules/lists/entries.js'
import { membershipOf } from '../../src/features/rules/lists/membership.js'
import type { Failure } from '../../src/kernel/failure.js'
import { MAX_APPEND_BYTES } from '../../src/kernel/ports/eventStore.js'
import fc from '../../testbed/fastCheck.js'
import { ada } from '../../testbed/given/accountEvents.js'

describe('entries', () => {
  test('are addresses and domains in their normal form, each once', async () => {
    const { domains, addresses } = await parseEntries(
      ['Mallory@Example.ORG', ' example.com ', 'EXAMPLE.com.', '*.bücher.example', 'mallory@example.org'],
      ada,
    )
    expect(domains).toEqual(['*.xn--bcher-kva.example', 'example.com'])
    expect([...addresses]).toEqual(['mallory@example.org'])
  })

  test.each([
    ['', 'must not be empty'],
    ['a@b@c', 'is not an email address'],
    ['exa mple.com', 'must be an address, a domain such as example.com, or *.example.com for every name below it'],
    ['*.*.com', 'must be an address, a domain such as example.com, or *.example.com for every name below it'],
    ['[192.0.2.1]', 'must be an address, a domain such as example.com, or *.example.com for every name below it'],
    ['localhost', 'is a single name; *.localhost stands for every domain that ends in it'],
  ])('that cannot be read are said by their place: %j', async (text, message) => {
    const failure: Failure = await parseEntries(['example.com', text], ada).catch((error) => error)
    expect(failure.details).toEqual({ problems: [{ path: '/entries/1', message }] })
  })

  test('of which many cannot be read report the first twenty problems', async () => {
    const failure: Failure = await parseEntries(
      Array.from({ length: 100 }, () => '?'),
      ada,
    ).catch((error) => error)
    expect(failure.details!.problems).toHaveLength(20)
  })
})

const hashes = fc.array(fc.integer({ min: 0, max: 2 ** 42 - 1 }), { maxLength: 50 })

describe('chunks', () => {
  test('hold every hash once, in order', () =>
    fc.assert(
      fc.property(hashes, (given) => {
        const found = chunksOf([], given).flatMap(({ addresses }) => readHashes(addresses))
        expect(found).toEqual([...new Set(given)].sort((a, b) => a - b))
      }),
    ))

  test('of the largest list fit into the log, each by itself, and hold everything', () => {
    const domains = Array.from(
      { length: 100_000 },
      (_, index) => `${String(index).padStart(6, '0')}.${'d'.repeat(60)}.example`,
    )
    const addresses = Array.from({ length: 100_000 }, (_, index) => index * 7)
    const chunks = chunksOf(domains, addresses)
    for (const chunk of chunks) expect(JSON.stringify(chunk).length).toBeLessThan(MAX_APPEND_BYTES / 1.5)
    expect(chunks.flatMap((chunk) => chunk.domains)).toEqual(domains)
    expect(chunks.flatMap((chunk) => readHashes(chunk.addresses))).toEqual(addresses)
  })
})

describe('a list', () => {
  const never = () => {
    throw new Error('no address was to be hashed')
  }
  const list = membershipOf(chunksOf(['*.example.net', 'example.com'], []))

  test.each([
    ['example.com', true],
    ['www.example.com', false],
    ['example.net', false],
    ['a.example.net', true],
    ['b.a.example.net', true],
    ['myexample.net', false],
    ['com', false],
  ])('has a domain as it is written, and with `*.` every name below it: %s is %s', (domain, expected) =>
    expect(list.has(domain, never)).toBe(expected),
  )

  test('without addresses has no address without a domain, and hashes none', () =>
    expect(list.has(null, never)).toBe(false))

  test('has the addresses that were put into it, and no others', () =>
    fc.assert(
      fc.property(hashes, fc.integer({ min: 0, max: 2 ** 42 - 1 }), (given, other) => {
        const found = membershipOf(chunksOf([], given))
        for (const hash of given) expect(found.has(null, () => hash)).toBe(true)
        expect(found.has('example.com', () => other)).toBe(given.includes(other))
      }),
    ))
})
