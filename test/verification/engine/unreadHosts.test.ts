import { expect, test } from '@jest/globals'
import { isBlackHole, isParked } from '../../../src/features/verification/engine/route/unreadHosts.js'

const PUBLIC = '93.184.215.14'

test.each(['github.io', 'co.uk', 'blogspot.com', 'netlify.app', 'com'])(
  '%s is a public suffix: nobody reads mail at its own address',
  (domain) => expect(isParked(domain, [PUBLIC])).toBe(true),
)

test.each([
  ['a host of parked domains', ['91.195.240.117'], true],
  ['two of them', ['91.195.240.117', '3.64.163.50'], true],
  ['one of them and another host', ['91.195.240.117', PUBLIC], false],
  ['another host', [PUBLIC], false],
  ['an IPv6 address', ['2606:4700::1'], false],
  ['nothing', [], false],
])('a domain is parked if it leads to parking hosts only: %s', (_, addresses, parked) =>
  expect(isParked('acme-corp.com', addresses)).toBe(parked),
)

test.each([
  ['mx.h-email.net', true],
  ['H-EMAIL.NET', true],
  ['nullmx.domainmanager.com', true],
  ['blackhole.registrar.net', true],
  ['mx.notblackhole.net', false],
  ['h-email.net.acme.com', false],
  ['smtp.google.com', false],
])('%s discards mail: %s', (exchange, discards) => expect(isBlackHole(exchange)).toBe(discards))
