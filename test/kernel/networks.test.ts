// Networks in CIDR notation: what they are, and what is in them.
import { describe, expect, test } from '@jest/globals'
import { containsNetwork, isWithin, type Network, parseNetwork } from '../../src/kernel/net/networks.js'
import fc from '../../testbed/fastCheck.js'

function network(text: string): Network {
  const parsed = parseNetwork(text)
  if ('problem' in parsed) throw new Error(`${text} ${parsed.problem}`)
  return parsed
}

describe('a network', () => {
  test.each([
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['203.0.113.7', '203.0.113.7/32'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['2001:DB8:0:0::/32', '2001:db8::/32'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['::1', '::1/128'],
  ])('%s is %s', (text, canonical) => expect(network(text).text).toBe(canonical))

  test.each([
    ['', 'is not a network'],
    ['here', 'is not a network'],
    ['10.0.0.0/8/8', 'is not a network'],
    ['10.0.0/8', 'is not a network'],
    ['0x0a000000/8', 'is not a network'],
    ['010.0.0.0/8', 'is not a network'],
    ['fe80::1%eth0', 'is not a network'],
    ['10.0.0.0/33', 'a prefix length from 1 to 32'],
    ['10.0.0.0/', 'a prefix length from 1 to 32'],
    ['10.0.0.0/-1', 'a prefix length from 1 to 32'],
    ['10.0.0.0/8.0', 'a prefix length from 1 to 32'],
    ['2001:db8::/129', 'a prefix length from 1 to 128'],
    ['0.0.0.0/0', 'contains every address'],
    ['::/0', 'contains every address'],
    ['10.0.0.5/8', 'did you mean 10.0.0.0/8?'],
    ['2001:db8::5/32', 'did you mean 2001:db8::/32?'],
    ['::ffff:10.0.0.0/104', 'is an IPv4 address in IPv6 notation: write 10.0.0.0'],
  ])('is not %j', (text, problem) => {
    expect(parseNetwork(text)).toEqual({ problem: expect.stringContaining(problem) })
  })

  test('is parsed from any text without throwing, and its canonical form is the same network', () => {
    const digits = fc.constantFrom(...'0123456789abcdef.:/%')
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: digits, maxLength: 30 }), cidrs), (text) => {
        const parsed = parseNetwork(text)
        if ('problem' in parsed) return expect(parsed.problem).not.toBe('')
        expect(network(parsed.text).text).toBe(parsed.text)
        expect(isWithin([parsed], parsed.text.split('/')[0]!)).toBe(true)
      }),
    )
  })
})

/** A network of this address, with the bits beyond the prefix cleared. */
const cidrOf = (bytes: readonly number[], bits: number): string => {
  const cleared = bytes.map((byte, at) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - 8 * at))) & 0xff)
  return `${textOf(cleared)}/${bits}`
}
const textOf = (bytes: readonly number[]): string =>
  bytes.length === 4
    ? bytes.join('.')
    : Array.from({ length: 8 }, (_, at) => ((bytes[2 * at]! << 8) | bytes[2 * at + 1]!).toString(16)).join(':')

const bytes = (length: 4 | 16) => fc.array(fc.integer({ min: 0, max: 255 }), { minLength: length, maxLength: length })
const placed = fc
  .constantFrom(4 as const, 16 as const)
  .chain((length) => fc.tuple(bytes(length), fc.integer({ min: 1, max: 8 * length })))
const cidrs = placed.map(([address, bits]) => cidrOf(address, bits))

const bitsOf = (address: readonly number[]): string => address.map((byte) => byte.toString(2).padStart(8, '0')).join('')

describe('an address', () => {
  test('is in exactly the networks whose prefix it begins with', () => {
    fc.assert(
      fc.property(placed, fc.boolean(), fc.nat(), ([address, bits], near, seed) => {
        const other = near
          ? address.map((byte, at) => (at === seed % address.length ? byte ^ (1 << (seed % 8)) : byte))
          : address
        // Addresses such as ::ffff:1.2.3.4 count as IPv4.
        fc.pre(other.length === 4 || other.slice(0, 10).some((byte) => byte !== 0))
        fc.pre(address.length === 4 || address.slice(0, 10).some((byte) => byte !== 0))
        const isIn = bitsOf(other).slice(0, bits) === bitsOf(address).slice(0, bits)
        const parsed = parseNetwork(cidrOf(address, bits))
        fc.pre(!('problem' in parsed))
        expect(isWithin([parsed as Network], textOf(other))).toBe(isIn)
      }),
    )
  })

  test.each([
    ['::ffff:203.0.113.7', true],
    ['203.0.113.7', true],
    ['203.0.114.7', false],
    ['2001:db8::1', false],
    ['', false],
    ['unknown', false],
  ])('%j in 203.0.113.0/24: %s', (address, expected) =>
    expect(isWithin([network('203.0.113.0/24')], address)).toBe(expected),
  )

  test('keeps its meaning with a zone', () => expect(isWithin([network('fe80::/10')], 'fe80::1%eth0')).toBe(true))

  test('is in none of no networks', () => expect(isWithin([], '203.0.113.7')).toBe(false))
})

test.each([
  ['10.0.0.0/8', '10.1.0.0/16', true],
  ['10.0.0.0/8', '10.0.0.0/8', true],
  ['10.1.0.0/16', '10.0.0.0/8', false],
  ['10.0.0.0/8', '11.0.0.0/16', false],
  ['10.0.0.0/8', '2001:db8::/32', false],
  ['2001:db8::/32', '2001:db8:1::/48', true],
])('%s contains %s: %s', (outer, inner, expected) =>
  expect(containsNetwork(network(outer), network(inner))).toBe(expected),
)
