// Library mode: verdicts without a server.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createVerifier, type Verdict, type Verifier, type VerifierOptions } from '../../src/library/index.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { mailZone } from '../../testbed/dns/zone.js'
import { collect } from '../../testbed/given/events.js'
import { start } from '../../testbed/service/start.js'

const DNS_TIMEOUT_MS = 1_000
const ehloName = 'verify.example.org'

let dns: DnsServer
beforeAll(async () => {
  dns = await startDnsServer(mailZone(DNS_TIMEOUT_MS))
})
afterAll(() => dns.close())

const verifiers: Verifier[] = []
afterEach(async () => {
  for (const verifier of verifiers.splice(0)) await verifier.close()
})

function open(options: VerifierOptions = {}): Verifier {
  const verifier = createVerifier({
    dnsServers: [`${dns.address}:${dns.port}`],
    dnsTimeoutMs: DNS_TIMEOUT_MS,
    ...options,
  })
  verifiers.push(verifier)
  return verifier
}

describe('verify', () => {
  test.each<[string, Partial<Verdict>]>([
    ['ada@explicit.mailproof.net', { valid: true, status: 'valid', decision: 'allow', reason: null, degraded: false }],
    ['ada@null-mx.mailproof.net', { valid: false, status: 'invalid', decision: 'deny', reason: 'null_mx' }],
    ['ada@missing.mailproof.net', { valid: false, status: 'invalid', decision: 'deny', reason: 'dns' }],
    [
      'ada@timeout.mailproof.net',
      { valid: true, status: 'unknown', decision: 'review', degraded: true, ttlHintSeconds: 0 },
    ],
    ['sales@implicit.mailproof.net', { status: 'valid', domain: 'implicit.mailproof.net', provider: null }],
    ['ada@gmial.com', { didYouMean: 'ada@gmail.com' }],
    ['not an address', { status: 'invalid', reason: 'syntax', domain: '', decision: 'deny' }],
    ['', { reason: 'syntax', syntaxProblem: 'There is no address: the text is empty.' }],
    ['ada@example.com', { reason: 'reserved_domain', decision: 'deny' }],
  ])('%j', async (email, expected) => {
    expect(await open().verify(email)).toMatchObject({ email, ...expected })
  })

  test('waits as long as it is told to, also for months', async () => {
    const patient = open({ dnsTimeoutMs: 2 ** 40 })
    expect(await patient.verify('ada@explicit.mailproof.net')).toMatchObject({ status: 'valid', degraded: false })
  })

  test('explains the decision, the deciding reason first', async () => {
    const { decision, reasons } = await open().verify('ada+news@null-mx.mailproof.net')
    expect(decision).toBe('deny')
    expect(reasons.map(({ code }) => code)).toEqual(['null_mx', 'plus_addressing'])
    for (const { message, explanation, source } of reasons) {
      expect(message).toMatch(/\.$/)
      expect(explanation).toMatch(/\.$/)
      expect(source).not.toBe('')
    }
  })

  test('gives the verdicts of the service', async () => {
    const api = await start()
    const { key } = await api.account()
    const verifier = open()
    const names = ['explicit', 'implicit', 'null-mx', 'no-target', 'private-target', 'servfail', 'missing']
    for (const name of names) {
      const email = `info@${name}.mailproof.net`
      const { valid, status, reason, checks, decision, signals } = await verifier.verify(email)
      const { body: v1 } = await api.call('verifyEmail', { key, body: { email } })
      const { body: v2 } = await api.call('verifyEmailSignals', { key, body: { email } })
      expect({ valid, status, reason, checks }).toEqual({
        valid: v1.valid,
        status: v1.status,
        reason: v1.reason ?? null,
        checks: v1.checks,
      })
      expect({ decision, ...signals }).toEqual({
        decision: v2.default_decision,
        syntax: v2.signals.syntax,
        dns: v2.signals.dns,
        mx: v2.signals.mx,
        disposable: v2.signals.disposable,
        patterns: v2.signals.patterns,
      })
    }
    await api.stop()
  })

  test('queries DNS once for a domain', async () => {
    const verifier = open()
    await verifier.verify('ada@explicit-ipv6.mailproof.net')
    const before = dns.queries()
    await verifier.verify('grace@explicit-ipv6.mailproof.net')
    expect(dns.queries()).toBe(before)
  })

  test('rejects what is not a text', async () => {
    await expect(open().verify(undefined as never)).rejects.toThrow('An address must be a string, not undefined.')
  })
})

describe('verifyMany', () => {
  test('yields the verdicts in the order of the addresses, from any iterable', async () => {
    const emails = ['slow', 'explicit', 'missing', 'implicit'].map((name) => `ada@${name}.mailproof.net`)
    async function* later() {
      yield* emails
    }
    for (const source of [emails, new Set(emails), later()]) {
      const verdicts = await collect(open().verifyMany(source, { concurrency: 3 }))
      expect(verdicts.map(({ email, valid }) => [email, valid])).toEqual(
        emails.map((email) => [email, !email.includes('missing')]),
      )
    }
  })

  test('reads an endless source only as far as the verdicts are needed', async () => {
    let read = 0
    function* endless() {
      for (;;) yield `ada${read++}@explicit.mailproof.net`
    }
    let seen = 0
    for await (const { valid } of open().verifyMany(endless(), { concurrency: 10 })) {
      expect(valid).toBe(true)
      if (++seen === 25) break
    }
    expect(read).toBe(34)
  })

  test('rejects with the error of its source, after the verdicts before it', async () => {
    function* failing() {
      yield 'ada@explicit.mailproof.net'
      throw new Error('the source failed')
    }
    const verdicts = open().verifyMany(failing(), { concurrency: 1 })
    expect(await verdicts.next()).toMatchObject({ value: { valid: true } })
    await expect(verdicts.next()).rejects.toThrow('the source failed')
  })
})

test('closes although mail servers could not be asked', async () => {
  const allowedSubnets: string[] = []
  const verifier = createVerifier({
    dnsServers: [`${dns.address}:${dns.port}`],
    mailboxes: { ehloName, allowedSubnets },
  })
  allowedSubnets.push('nonsense')
  await expect(verifier.verify('ada@explicit.mailproof.net', { mailbox: true })).rejects.toThrow()
  await verifier.close()
})

describe('an invalid option', () => {
  test.each<[VerifierOptions, RegExp]>([
    [{ dnsServers: ['dns.example'] }, /"dns\.example" is not an IP address/],
    [{ dnsTimeoutMs: 0 }, /dnsTimeoutMs must be a positive whole number/],
    [{ maxCachedDomains: 1.5 }, /maxCachedDomains must be a positive whole number/],
    [
      { mailboxes: { ehloName, allowedSubnets: ['10.1.0.0'] } },
      /mailboxes\.allowedSubnets: "10\.1\.0\.0" is not a subnet/,
    ],
    [{ mailboxes: { ehloName, sourceAddresses: ['eth0'] } }, /mailboxes\.sourceAddresses: "eth0" is not an IP address/],
    [{ mailboxes: { ehloName, port: 65_536 } }, /mailboxes\.port must be from 1 to 65535/],
  ])('%j is a TypeError', (options, message) => {
    const create = () => createVerifier(options)
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
  })

  test('concurrency 0 rejects', async () => {
    await expect(collect(open().verifyMany([], { concurrency: 0 }))).rejects.toThrow(/concurrency/)
  })
})
