// What the self-test finds out about an installation, and what it says to do.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createResolver } from '../../src/adapters/dns/resolver.js'
import { createAddressFilter } from '../../src/adapters/outbound/addressFilter.js'
import { reversedLabels, reverseName } from '../../src/adapters/smtp/selftest/reverseName.js'
import { runSelfTest } from '../../src/adapters/smtp/selftest/selfTest.js'
import { systemClock } from '../../src/kernel/clock.js'
import type { SelfTest } from '../../src/kernel/ports/mailboxes.js'
import { selfSigned } from '../../testbed/certificate.js'
import { startDnsServer, type Zone } from '../../testbed/dns/server.js'
import { type ConnectionGuard, guardConnections } from '../../testbed/mail/loopbackOnly.js'
import { type MailScript, type MailServer, startMailServer } from '../../testbed/mail/server.js'

const tls = selfSigned('mx.example')
let guard: ConnectionGuard
let server: MailServer
beforeAll(async () => {
  guard = guardConnections()
  server = await startMailServer()
})
afterEach(() => server.forget())
afterAll(async () => {
  await server.close()
  guard.release()
})

/** A world in which everything is right. */
const GOOD: Zone = {
  'big.example': { MX: [[10, 'mx.big.example']] },
  'mx.big.example': { A: ['127.0.0.1'] },
  'probe.example': { A: ['127.0.0.1'] },
  '1.0.0.127.in-addr.arpa': { PTR: ['probe.example'] },
}

async function run(
  zone: Zone = {},
  {
    script = { tls },
    sources = [],
    port = server.port,
    allowed = ['127.0.0.0/8', '::1/128'],
  }: {
    readonly script?: MailScript
    readonly sources?: readonly string[]
    readonly port?: number
    readonly allowed?: readonly string[]
  } = {},
): Promise<SelfTest> {
  server.say(script)
  const dns = await startDnsServer({ ...GOOD, ...zone })
  const resolver = createResolver({ servers: [dns], timeoutMs: 300 })
  const problemOf = createAddressFilter(allowed)
  try {
    return await runSelfTest(
      {
        resolver,
        route: { port, sources, proxy: undefined },
        ehloName: 'probe.example',
        isForbidden: (address) => problemOf(address) !== undefined,
        domains: ['big.example'],
        clock: systemClock,
      },
      new AbortController().signal,
    )
  } finally {
    await resolver.close()
    await dns.close()
  }
}

const outcomesOf = ({ findings }: SelfTest) => Object.fromEntries(findings.map(({ part, outcome }) => [part, outcome]))
const messageOf = ({ findings }: SelfTest, wanted: string) => findings.find(({ part }) => part === wanted)!.message
const ALL_GOOD = { port: 'ok', ehlo_name: 'ok', reverse_dns: 'ok', block_lists: 'ok', tls: 'ok' }

describe('the self-test', () => {
  test('finds nothing where everything is right, and asks no mail server about anybody', async () => {
    const report = await run()
    expect(report).toMatchObject({ families: [4] })
    expect(outcomesOf(report)).toEqual(ALL_GOOD)
    expect(report.findings.map(({ family }) => family)).toEqual([4, 4, 4, 4, 4])
    expect(server.commands()).toEqual(['EHLO probe.example', 'STARTTLS', 'EHLO probe.example', 'RSET', 'QUIT'])
  })

  test.each<[string, Zone, string, string, string]>([
    [
      'an EHLO name without an address',
      {
        'probe.example': {},
        '1.0.0.127.in-addr.arpa': { PTR: ['ok.example'] },
        'ok.example': { A: ['127.0.0.1'] },
      },
      'ehlo_name',
      'failed',
      'Add 127.0.0.1 to the name',
    ],
    [
      'an EHLO name that leads elsewhere',
      {
        'probe.example': { A: ['192.0.2.9'] },
        '1.0.0.127.in-addr.arpa': { PTR: ['ok.example'] },
        'ok.example': { A: ['127.0.0.1'] },
      },
      'ehlo_name',
      'warning',
      'leads to 192.0.2.9, but mail servers see 127.0.0.1',
    ],
    [
      'an address without a name',
      { '1.0.0.127.in-addr.arpa': { missing: true } },
      'reverse_dns',
      'failed',
      'PTR record, to probe.example',
    ],
    [
      'a name that does not lead back',
      { '1.0.0.127.in-addr.arpa': { PTR: ['other.example'] } },
      'reverse_dns',
      'failed',
      'other.example in reverse DNS, which does not lead back',
    ],
    [
      'reverse DNS that is silent',
      { '1.0.0.127.in-addr.arpa': { does: 'silent' } },
      'reverse_dns',
      'unknown',
      'DNS did not answer',
    ],
    [
      'an EHLO name that cannot be looked up',
      {
        'probe.example': { does: 'servfail' },
        '1.0.0.127.in-addr.arpa': { PTR: ['ok.example'] },
        'ok.example': { A: ['127.0.0.1'] },
      },
      'ehlo_name',
      'unknown',
      'DNS did not answer',
    ],
    [
      'a listing that every server asks',
      { '1.0.0.127.zen.spamhaus.org': { A: ['127.0.0.10'] } },
      'block_lists',
      'failed',
      'Spamhaus ZEN (removal: https://check.spamhaus.org)',
    ],
    [
      'a listing that some servers ask',
      { '1.0.0.127.bl.spamcop.net': { A: ['127.0.0.2'] } },
      'block_lists',
      'warning',
      'SpamCop',
    ],
    [
      'a list that does not serve the resolver',
      { '1.0.0.127.zen.spamhaus.org': { A: ['127.255.255.254'] } },
      'block_lists',
      'unknown',
      'Set DNS_SERVERS to a resolver of your own',
    ],
    [
      'a resolver that finds everything',
      { '1.0.0.127.zen.spamhaus.org': { A: ['192.0.2.1'] } },
      'block_lists',
      'unknown',
      'Spamhaus ZEN did not say',
    ],
    [
      'a list that is silent',
      { '1.0.0.127.psbl.surriel.com': { does: 'silent' } },
      'block_lists',
      'unknown',
      'PSBL did not say',
    ],
  ])('finds %s', async (_, zone, part, outcome, message) => {
    const report = await run(zone)
    expect(outcomesOf(report)).toEqual({ ...ALL_GOOD, [part]: outcome })
    expect(messageOf(report, part)).toContain(message)
    expect(report.families).toEqual(outcome === 'failed' ? [] : [4])
  })

  test.each<[string, MailScript, string]>([
    ['no TLS', {}, 'ok'],
    ['TLS that does not work', { tls, starttls: '454 4.7.0 TLS not available' }, 'ok'],
  ])('warns of %s', async (_, script, port) => {
    const report = await run({}, { script })
    expect(outcomesOf(report)).toEqual({ ...ALL_GOOD, port, tls: 'warning' })
    expect(report.families).toEqual([4])
  })

  test('finds a port that is closed', async () => {
    const report = await run({}, { port: 1 })
    expect(outcomesOf(report)).toEqual({ port: 'failed' })
    expect(messageOf(report, 'port')).toMatch(
      /mx\.big\.example: no connection \(ECONNREFUSED\).*block port 1: ask the provider/,
    )
    expect(report.families).toEqual([])
  })

  test('finds that a server refuses us', async () => {
    const report = await run({}, { script: { greeting: '554 5.7.1 blocked: bad reputation' } })
    expect(messageOf(report, 'port')).toContain('it refuses us: 554 blocked: bad reputation')
    expect(report.families).toEqual([])
  })

  test('finds that DNS gives no server', async () => {
    const report = await run({ 'big.example': { does: 'silent' } })
    expect(messageOf(report, 'port')).toContain('DNS gave no address')
  })

  test('believes a server that says how it sees us', async () => {
    const script = { ehlo: '250-mx.big.example Hello probe.example [127.0.0.77]\r\n250 SIZE' }
    const zone = { 'probe.example': { A: ['127.0.0.77'] }, '77.0.0.127.in-addr.arpa': { PTR: ['probe.example'] } }
    expect(messageOf(await run(zone, { script }), 'ehlo_name')).toBe('probe.example leads to 127.0.0.77.')
  })

  test('does not test a private address, which others do not see', async () => {
    const script = { ehlo: '250 mx.big.example Hello [10.9.8.7]' }
    const report = await run({}, { script })
    expect(outcomesOf(report)).toMatchObject({
      port: 'ok',
      ehlo_name: 'unknown',
      reverse_dns: 'unknown',
      block_lists: 'unknown',
    })
    expect(messageOf(report, 'reverse_dns')).toContain('MAILBOX_SOURCE_ADDRESS')
    expect(report.families).toEqual([4])
  })

  test('uses the family of an own address that is configured', async () => {
    const zone = { 'probe.example': { A: ['127.0.0.5'] }, '5.0.0.127.in-addr.arpa': { PTR: ['probe.example'] } }
    const report = await run(zone, { sources: ['127.0.0.5'] })
    expect(outcomesOf(report)).toEqual({ ...ALL_GOOD, tls: 'ok' })
    expect(messageOf(report, 'reverse_dns')).toContain('127.0.0.5')
  })

  test('connects to no address that is not public', async () => {
    const report = await run({ 'mx.big.example': { A: ['10.0.0.1'] } }, { allowed: [] })
    expect(messageOf(report, 'port')).toContain('DNS gave no address')
    expect(server.connections).toHaveLength(0)
  })

  test('tests each version of IP by itself', async () => {
    const six = await startMailServer({ tls }, '::1', server.port)
    const reverse = reverseName('::1')
    const zone = {
      'mx.big.example': { A: ['127.0.0.1'], AAAA: ['::1'] },
      'probe.example': { A: ['127.0.0.1'], AAAA: ['::1'] },
    }
    const without = await run(zone)
    expect(without.families).toEqual([4])
    expect(without.findings.find(({ family, part }) => family === 6 && part === 'reverse_dns')!.outcome).toBe('failed')
    const both = await run({ ...zone, [reverse]: { PTR: ['probe.example'] } })
    expect(both.families).toEqual([4, 6])
    await six.close()
  })
})

test.each([
  ['192.0.2.1', '1.2.0.192', '1.2.0.192.in-addr.arpa'],
  ['2001:db8::1', `1${'.0'.repeat(23)}.8.b.d.0.1.0.0.2`, `1${'.0'.repeat(23)}.8.b.d.0.1.0.0.2.ip6.arpa`],
])('the name of %s', (address, labels, name) => {
  expect(reversedLabels(address)).toBe(labels)
  expect(reverseName(address)).toBe(name)
})

test('nothing was connected to but loopback', () => expect(guard.strangers).toEqual([]))
