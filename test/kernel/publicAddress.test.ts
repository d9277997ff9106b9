// Which IP addresses are public.
import { describe, expect, test } from '@jest/globals'
import { isPublicAddress } from '../../src/kernel/net/publicAddress.js'
import fc from '../../testbed/fastCheck.js'

describe('an address is public', () => {
  test('next to every special range', () => {
    const rows = [
      '8.8.8.8',
      '223.255.255.254',
      '172.15.255.255',
      '172.32.0.1',
      '100.63.255.255',
      '100.128.0.1',
      '168.63.129.15',
      '168.63.129.17',
      '3ffd::1',
      '2606:4700:4700::1111',
      '2001:4860:4860::8888',
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
      '2002:808:808::1',
      '2606:4700::5efe:808:808',
    ]
    expect(rows.filter((address) => !isPublicAddress(address))).toEqual([])
  })
})

describe('an address is not public', () => {
  test('in every special range, and in every embedding of one', () => {
    const rows: readonly (readonly [string, string])[] = [
      ['this network', '0.0.0.0'],
      ['private', '10.0.0.1'],
      ['private', '172.16.0.1'],
      ['private', '172.31.255.255'],
      ['private', '192.168.0.1'],
      ['carrier NAT', '100.64.0.1'],
      ['loopback', '127.0.0.1'],
      ['loopback', '127.255.255.255'],
      ['link local', '169.254.169.254'],
      ['protocol assignments', '192.0.0.1'],
      ["Azure's host agent", '168.63.129.16'],
      ["Azure's host agent in NAT64", '64:ff9b::a83f:8110'],
      ["Azure's host agent in 6to4", '2002:a83f:8110::1'],
      ["Alibaba's metadata service", '100.100.100.200'],
      ["Oracle's metadata service", '192.0.0.192'],
      ["Amazon's metadata service", 'fd00:ec2::254'],
      ["Google's metadata service", 'fd20:ce::254'],
      ['6bone', '3ffe::1'],
      ['6bone', '3ffe:ffff::1'],
      ['documentation', '192.0.2.1'],
      ['documentation', '198.51.100.1'],
      ['documentation', '203.0.113.1'],
      ['benchmarks', '198.18.0.1'],
      ['multicast', '224.0.0.1'],
      ['reserved', '240.0.0.1'],
      ['broadcast', '255.255.255.255'],
      ['unspecified', '::'],
      ['loopback', '::1'],
      ['unique local', 'fc00::1'],
      ['unique local', 'fd00::5'],
      ['link local', 'fe80::1'],
      ['site local', 'fec0::1'],
      ['multicast', 'ff02::1'],
      ['documentation', '2001:db8::1'],
      ['documentation', '3fff::1'],
      ['discard', '100::1'],
      ['Teredo', '2001::1'],
      ['unassigned', '4000::1'],
      ['local NAT64', '64:ff9b:1::808:808'],
      ['private in mapped', '::ffff:10.0.0.1'],
      ['loopback in mapped', '::ffff:7f00:1'],
      ['private in NAT64', '64:ff9b::a00:1'],
      ['metadata service in NAT64', '64:ff9b::a9fe:a9fe'],
      ['private in 6to4', '2002:a00:1::1'],
      ['private in ISATAP', '2606:4700::5efe:a00:1'],
      ['private in ISATAP, marked as unique', '2606:4700::200:5efe:a00:1'],
      ['compatible', '::8.8.8.8'],
      ['compatible', '::808:808'],
      ['with a zone', '2606:4700:4700::1111%eth0'],
      ['no address', 'localhost'],
      ['no address', ''],
      ['no address', '8.8.8'],
      ['no address', '0x08080808'],
      ['no address', '010.8.8.8'],
    ]
    expect(rows.filter(([, address]) => isPublicAddress(address))).toEqual([])
  })
})

test('any text gets an answer', () =>
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (text) => typeof isPublicAddress(text) === 'boolean'),
  ))
