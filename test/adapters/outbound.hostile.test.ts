// Webhook URLs that lead into the operator's network are refused, whatever form they have.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createResolver } from '../../src/adapters/dns/resolver.js'
import { createOutbound } from '../../src/adapters/outbound/outbound.js'
import type { Outbound } from '../../src/kernel/ports/outbound.js'
import type { Resolver } from '../../src/kernel/ports/resolver.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { type Receiver, startReceiver, startReceivers } from '../../testbed/receivers/receiver.js'
import { hostileUrls, hostileZone } from './hostileUrls.js'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
const REQUEST = { headers: {}, body: '{}', timeoutMs: 5_000 }

let dns: DnsServer
let resolver: Resolver

beforeAll(async () => {
  dns = await startDnsServer(hostileZone)
  resolver = createResolver({ servers: [dns], timeoutMs: 2_000 })
})
afterAll(async () => {
  await resolver.close()
  await dns.close()
})

describe('a hostile URL', () => {
  let canary: Receiver
  let outbound: Outbound
  const at = (url: string) => url.replace(':P', `:${canary.port}`)

  beforeAll(async () => {
    canary = await startReceiver((socket) => socket.end(OK), { host: '::' })
    outbound = createOutbound({ resolver, allowedSubnets: [] })
  })
  afterAll(async () => {
    await outbound.close()
    await canary.close()
  })

  test('is one of at least sixty in the list', () =>
    expect(new Set(hostileUrls.map(([, url]) => url)).size).toBeGreaterThan(60))

  test.each(hostileUrls)(
    'is refused when registered and when called, with a reason: %s, %j',
    async (_, url, reason) => {
      expect(await outbound.problemOf(at(url))).toMatch(reason)
      expect(await outbound.post(at(url), REQUEST)).toEqual({
        outcome: 'unanswered',
        cause: 'not_allowed',
        reason: expect.stringMatching(reason),
        durationMs: expect.any(Number),
      })
      expect(canary.connections).toBe(0)
    },
  )

  test('does not reveal the addresses that a name resolves to', async () => {
    expect(await outbound.problemOf('http://private.example.net/')).not.toContain('10.0.0.5')
  })

  test('would have reached the canary server, which receives the allowed requests', async () => {
    const open = createOutbound({ resolver, allowedSubnets: ['127.0.0.0/8', '::1/128'] })
    for (const host of ['127.0.0.1', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', 'alias.example.net'])
      expect(await open.post(at(`http://${host}:P/`), REQUEST)).toMatchObject({ outcome: 'answered', status: 200 })
    expect(canary.connections).toBe(6)
    expect(dns.queries('localhost')).toBe(0)
  })
})

describe('a name whose addresses change', () => {
  /** Only the first address is allowed. */
  let friend: Receiver
  let canary: Receiver
  let outbound: Outbound

  beforeAll(async () => {
    ;[friend, canary] = await startReceivers('127.0.0.2', '127.0.0.1', (socket) => socket.end(OK))
    outbound = createOutbound({ resolver, allowedSubnets: ['127.0.0.2/32'] })
  })
  afterAll(async () => {
    await outbound.close()
    await Promise.all([friend.close(), canary.close()])
  })

  test('is refused when called, although it was allowed when registered', async () => {
    dns.set('later.example.net', { A: ['127.0.0.2'], ttl: 0 })
    const url = `http://later.example.net:${canary.port}/`
    expect(await outbound.problemOf(url)).toBeUndefined()
    dns.set('later.example.net', { A: ['127.0.0.1'], ttl: 0 })
    expect(await outbound.post(url, REQUEST)).toMatchObject({ outcome: 'unanswered', cause: 'not_allowed' })
    expect(canary.connections).toBe(0)
  })

  test('is resolved once per call: the connection goes to the address that was checked', async () => {
    let queries = 0
    const rebinding = (_: Buffer, truth: Buffer) => {
      const packet = Buffer.from(truth)
      // The address is the last part of the packet except for OPT, which this server does not send.
      packet[packet.length - 1] = queries++ === 0 ? 2 : 1
      return packet
    }
    dns.set('rebinding.example.net', { A: ['127.0.0.2'], ttl: 0, does: { A: { bytes: rebinding } } })
    const url = `http://rebinding.example.net:${canary.port}/`
    const before = friend.connections
    expect(await outbound.post(url, REQUEST)).toMatchObject({ outcome: 'answered', status: 200 })
    expect(queries).toBe(1)
    expect(friend.connections).toBe(before + 1)
    expect(await outbound.post(url, REQUEST)).toMatchObject({ outcome: 'unanswered', cause: 'not_allowed' })
    expect(canary.connections).toBe(0)
  })

  test.each([
    ['the second', ['127.0.0.2', '127.0.0.1']],
    ['the first', ['127.0.0.1', '127.0.0.2']],
  ])('is refused entirely when %s of two addresses is not allowed', async (_, addresses) => {
    dns.set('both.example.net', { A: addresses, ttl: 0 })
    const before = friend.connections
    const url = `http://both.example.net:${canary.port}/`
    expect(await outbound.problemOf(url)).toMatch('not on the public internet')
    expect(await outbound.post(url, REQUEST)).toMatchObject({ outcome: 'unanswered', cause: 'not_allowed' })
    expect([friend.connections, canary.connections]).toEqual([before, 0])
  })
})

describe('a URL may be registered', () => {
  let outbound: Outbound

  beforeAll(() => {
    outbound = createOutbound({ resolver, allowedSubnets: ['10.1.0.0/16', 'fd00:1::/64'] })
    dns.set('public.example.net', { A: ['93.184.215.14'], AAAA: ['2606:4700:4700::1111'] })
    dns.set('public_too.example.net', { CNAME: 'public.example.net' })
    dns.set('opened.example.net', { A: ['10.1.2.3'], AAAA: ['fd00:1::5'] })
    dns.set('failing.example.net', { does: 'servfail' })
  })
  afterAll(() => outbound.close())

  test.each([
    ['a public address', 'http://93.184.215.14/'],
    ['a public address in NAT64', 'http://[64:ff9b::5db8:d70e]/'],
    ['the port of the other scheme', 'https://93.184.215.14:80/'],
    ['the first user port', 'https://93.184.215.14:1024/'],
    ['a usual port of web servers', 'http://93.184.215.14:8080/'],
    ['the last port', 'https://93.184.215.14:65535/'],
    ['a public name', 'https://public.example.net/hook?token=a%20b&x=1'],
    ['upper case', 'HTTPS://PUBLIC.EXAMPLE.NET'],
    ['a name with an underscore', 'http://public_too.example.net/'],
    ['a name that does not exist', 'http://nowhere.example.net/'],
    ['a name whose lookup fails', 'http://failing.example.net/'],
    ['an address of a range that was opened', 'http://10.1.0.1/'],
    ['an address beside those of clouds', 'http://168.63.129.17/'],
    ['a mapped address of a range that was opened', 'http://[::ffff:10.1.0.1]/'],
    ['a name in ranges that were opened', 'http://opened.example.net/'],
    ['2,048 octets', `http://93.184.215.14/${'a'.repeat(2_027)}`],
  ])('%s', async (_, url) => expect(await outbound.problemOf(url)).toBeUndefined())

  test.each([
    ['the range beside one that was opened', 'http://10.2.0.1/'],
    ['an opened address behind NAT64', 'http://[64:ff9b::10.1.0.1]/'],
    ['the range beside, IPv6', 'http://[fd00:1:0:1::1]/'],
  ])('but not to: %s', async (_, url) => expect(await outbound.problemOf(url)).toMatch('not on the public internet'))

  test.each([
    ['a port of another service in a range that was opened', 'http://10.1.0.1:6379/', /^Port 6379/],
    ['a system port in a range that was opened', 'http://opened.example.net:22/', /^Port 22/],
    ["a cloud's own host in a range that was opened", 'http://100.100.100.200/', /metadata service or host agent/],
    ['the link-local range that was opened', 'http://169.254.169.254/', /metadata service or host agent/],
    [
      'a host agent behind a translator that was opened',
      'http://[64:ff9b::168.63.129.16]/',
      /metadata service or host/,
    ],
  ])('but never: %s', async (_, url, problem) => {
    const open = createOutbound({
      resolver,
      allowedSubnets: ['10.1.0.0/16', 'fd00:1::/64', '100.64.0.0/10', '169.254.0.0/16', '64:ff9b::/96'],
    })
    expect(await open.problemOf(url)).toMatch(problem)
    expect(await open.post(url, REQUEST)).toMatchObject({ outcome: 'unanswered', cause: 'not_allowed' })
  })
})
