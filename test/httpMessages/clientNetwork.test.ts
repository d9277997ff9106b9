// The networks and sites that client addresses belong to.
import { describe, expect, test } from '@jest/globals'
import { clientNetworkOf, clientWindowsOf, siteOf } from '../../src/httpMessages/clientNetwork.js'
import fc from '../../testbed/fastCheck.js'

const group = fc.integer({ min: 0, max: 0xffff })
const groups = fc.array(group, { minLength: 4, maxLength: 4 })
const hex = (numbers: readonly number[]) => numbers.map((number) => number.toString(16)).join(':')

describe('a client network', () => {
  test('is an IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), (one, other) => {
        expect(clientNetworkOf(one)).toBe(one)
        expect(clientNetworkOf(one) === clientNetworkOf(other)).toBe(one === other)
      }),
    )
  })

  test('is the same over an IPv6 socket', () => {
    fc.assert(fc.property(fc.ipV4(), (address) => expect(clientNetworkOf(`::ffff:${address}`)).toBe(address)))
    expect(clientNetworkOf('::ffff:c000:0201')).toBe('192.0.2.1')
    expect(clientNetworkOf('0:0:0:0:0:FFFF:C000:0201')).toBe('192.0.2.1')
  })

  test('includes an IPv6 network of 64 bits', () => {
    fc.assert(
      fc.property(groups, groups, groups, (network, one, other) => {
        fc.pre(hex(network) !== '0:0:0:0')
        expect(clientNetworkOf(hex([...network, ...one]))).toBe(clientNetworkOf(hex([...network, ...other])))
      }),
    )
  })

  test('does not include the neighbouring network', () => {
    fc.assert(
      fc.property(groups, groups, fc.nat({ max: 3 }), group, (network, host, place, changed) => {
        fc.pre(hex(network) !== '0:0:0:0' && network[place] !== changed)
        const next = network.with(place, changed)
        fc.pre(hex(next) !== '0:0:0:0')
        expect(clientNetworkOf(hex([...network, ...host]))).not.toBe(clientNetworkOf(hex([...next, ...host])))
      }),
    )
  })

  test('is identified independently of the notation', () => {
    const rows: readonly (readonly [string, string])[] = [
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
      ['2001:DB8:1:2::', '2001:db8:1:2::'],
      ['2001:0db8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::'],
      ['::1', '::'],
      ['fe80::1%eth0', 'fe80::'],
      ['fe80::1', 'fe80::'],
    ]
    expect(rows.map(([address]) => [address, clientNetworkOf(address)])).toEqual(rows)
  })
})

describe('a site', () => {
  test('includes an IPv6 network of 48 bits, and has a name that no client network has', () => {
    fc.assert(
      fc.property(groups, groups, groups, (network, one, other) => {
        fc.pre(hex(network.slice(0, 3)) !== '0:0:0')
        const [first, second] = [one, other].map((host) => hex([...network.slice(0, 3), host[0]!, ...host]))
        expect(siteOf(first!)).toBe(siteOf(second!))
        const names = clientWindowsOf(first!).map(({ name }) => name)
        expect(names).toEqual([clientNetworkOf(first!), `site:${siteOf(first!)}`])
      }),
    )
  })

  test('of an IPv4 address is that address, without a second window', () => {
    expect(siteOf('192.0.2.1')).toBe('192.0.2.1')
    expect(clientWindowsOf('::ffff:192.0.2.1')).toEqual([{ name: '192.0.2.1', times: 1 }])
    expect(clientWindowsOf('nonsense')).toEqual([{ name: 'unknown', times: 1 }])
  })
})

describe('an invalid address', () => {
  test('counts as one unknown client', () => {
    const rows = [
      '3405803876',
      '0x7f000001',
      '127.1',
      '010.0.0.1',
      '192.0.2.01',
      '0xc0.0.2.1',
      '',
      ' ',
      'localhost',
      '192.0.2.256',
      '192.0.2.1:443',
      '[::1]',
      '::1/64',
      '1.2.3.4, 5.6.7.8',
      '%',
      'é',
    ]
    expect(rows.filter((text) => clientNetworkOf(text) !== 'unknown')).toEqual([])
  })

  test('never makes the function throw', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789abcdefx:.%/[]-, é'), maxLength: 45 })
    fc.assert(
      fc.property(text, (any) => typeof clientNetworkOf(any) === 'string'),
      { numRuns: 5_000 },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (any) => typeof clientNetworkOf(any) === 'string'),
    )
    expect(clientNetworkOf(':'.repeat(1_000_000))).toBe('unknown')
  })
})
