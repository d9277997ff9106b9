import { describe, expect, test } from '@jest/globals'
import { isReservedDomain } from '../../../src/features/verification/engine/reserved.js'

describe('a reserved name and everything below it', () => {
  test.each([
    ['RFC 2606 and RFC 6761', ['test', 'localhost', 'invalid', 'example', 'example.com', 'example.net', 'example.org']],
    ['RFC 6762', ['local']],
    ['RFC 7686', ['onion']],
    ['RFC 9476', ['alt']],
    ['RFC 8375', ['home.arpa']],
    ['ICANN', ['internal']],
    ['other special-use names', ['ipv4only.arpa', 'resolver.arpa', 'service.arpa', '6tisch.arpa', 'eap-noob.arpa']],
  ])('by %s', (_, names) => {
    for (const name of names)
      expect([name, isReservedDomain(name), isReservedDomain(`a.${name}`), isReservedDomain(`a.b.c.${name}`)]).toEqual([
        name,
        true,
        true,
        true,
      ])
  })
})

test('other names are left to DNS', () => {
  const rows = [
    'com',
    'arpa',
    'gmail.com',
    'example.de',
    'example.co.uk',
    'myexample.com',
    'example.com.br',
    'test.com',
    'localhost.com',
    'local.ch',
    'invalid.net',
    'onion.org',
    'alternative.de',
    'contest',
    'xlocal',
    'home',
    'arpa.home',
    'in-addr.arpa',
    'lan',
  ]
  expect(rows.filter((name) => isReservedDomain(name))).toEqual([])
})
