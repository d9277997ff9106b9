// A service whose operator has switched the checks on, or not: settings, health, metrics and the command.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ConfigError, loadConfig } from '../../src/config.js'
import { client } from '../../testbed/callers/client.js'
import { type DnsServer, startDnsServer, type Zone } from '../../testbed/dns/server.js'
import { eventually } from '../../testbed/eventually.js'
import { type ConnectionGuard, guardConnections } from '../../testbed/mail/loopbackOnly.js'
import { type MailServer, startMailServer } from '../../testbed/mail/server.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { parseMetrics, sumOf } from '../../testbed/service/metricsText.js'
import { start } from '../../testbed/service/start.js'
import { runCommandLine } from '../support/commandLine.js'

/** The domains whose servers the self-test greets lead to loopback. */
const ZONE: Zone = {
  'gmail.com': { MX: [[5, 'mx.gmail.example']] },
  'outlook.com': { MX: [[5, 'mx.gmail.example']] },
  'mx.gmail.example': { A: ['127.0.0.1'] },
  'probe.example': { A: ['127.0.0.1'] },
  '1.0.0.127.in-addr.arpa': { PTR: ['probe.example'] },
}

let guard: ConnectionGuard
let server: MailServer
let dns: DnsServer
beforeAll(async () => {
  guard = guardConnections()
  server = await startMailServer()
  dns = await startDnsServer(ZONE)
})
afterAll(async () => {
  await dns.close()
  await server.close()
  guard.release()
})

const settings = () => ({
  MAILBOX_EHLO_NAME: 'probe.example',
  MAILBOX_PORT: String(server.port),
  MAILBOX_ALLOWED_SUBNETS: '127.0.0.0/8',
})

describe('the settings', () => {
  const load = (environment: Record<string, string>) => loadConfig(environment)

  test('are off by default, and need nothing then', () => {
    expect(load({})).toMatchObject({ MAILBOX_CHECKS: 'off', MAILBOX_PORT: 25 })
  })

  test('need a name when they are on', () =>
    expect(() => load({ MAILBOX_CHECKS: 'on' })).toThrow(
      new ConfigError(
        'MAILBOX_EHLO_NAME: must be set if MAILBOX_CHECKS is on, because mail servers want to know who asks. Example: MAILBOX_EHLO_NAME=verify.example.org',
      ),
    ))

  test.each([
    ['MAILBOX_PROXY', 'socks5://10.1.0.3', { host: '10.1.0.3', port: 1080 }],
    [
      'MAILBOX_PROXY',
      'socks5://ada:p%40ss@[::1]:9050',
      { host: '::1', port: 9050, credentials: { user: 'ada', password: 'p@ss' } },
    ],
    ['MAILBOX_SOURCE_ADDRESS', '192.0.2.25, 2001:db8::25', ['192.0.2.25', '2001:db8::25']],
    ['MAILBOX_EHLO_NAME', 'Verify.Example.ORG', 'verify.example.org'],
  ])('%s understands %s', (name, text, value) => expect(load({ [name]: text })).toMatchObject({ [name]: value }))

  test.each([
    ['MAILBOX_CHECKS', 'yes'],
    ['MAILBOX_PROXY', 'http://10.1.0.3:1080'],
    ['MAILBOX_PROXY', 'socks5://'],
    ['MAILBOX_PROXY', `socks5://${'a'.repeat(256)}:b@proxy.example`],
    ['MAILBOX_SOURCE_ADDRESS', '192.0.2.25,192.0.2.26'],
    ['MAILBOX_SOURCE_ADDRESS', 'eth0'],
    ['MAILBOX_EHLO_NAME', 'localhost'],
    ['MAILBOX_EHLO_NAME', '192.0.2.1'],
    ['MAILBOX_EHLO_NAME', 'a b.example'],
    ['MAILBOX_MAIL_FROM', 'post'],
    ['MAILBOX_MAIL_FROM', 'a> RCPT@probe.example'],
    ['MAILBOX_PORT', '0'],
    ['MAILBOX_ALLOWED_SUBNETS', '10.0.0.1'],
    ['MAILBOX_RECIPIENTS_PER_MINUTE', '1'],
  ])('%s refuses %s', (name, text) => expect(() => load({ [name]: text })).toThrow(ConfigError))

  test('never print the credentials of a proxy', () =>
    expect(() => load({ MAILBOX_PROXY: 'http://ada:secret@proxy.example' })).toThrow(/^(?!.*secret)/))
})

describe('mailproof mailbox selftest', () => {
  const run = (environment = {}) =>
    runCommandLine(['mailbox', 'selftest', '--json'], {
      DNS_SERVERS: `${dns.address}:${dns.port}`,
      LOG_LEVEL: 'silent',
      ...settings(),
      ...environment,
    })

  test('needs no service, and no switch', async () => {
    const { code, stdout } = await run()
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      families: [4],
      findings: [
        { part: 'port', family: 4, outcome: 'ok' },
        { part: 'ehlo_name', outcome: 'ok' },
        { part: 'reverse_dns', outcome: 'ok' },
        { part: 'block_lists', outcome: 'ok' },
        { part: 'tls', outcome: 'warning' },
      ],
    })
  })

  test('fails if no mailbox could be checked', async () => {
    const { code, stdout } = await run({ MAILBOX_PORT: '1' })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ families: [], findings: [{ part: 'port', outcome: 'failed' }] })
  })

  test('asks for the name', async () => {
    const { code, stderr } = await run({ MAILBOX_EHLO_NAME: '' })
    expect(code).toBe(2)
    expect(stderr).toContain('MAILBOX_EHLO_NAME: is not set')
  })
})

describe('a service', () => {
  let service: InProcessService
  afterAll(() => service?.stop())

  const scrape = async () => {
    const metrics = client(`http://127.0.0.1:${service.service.metricsPort}`)
    try {
      return parseMetrics((await metrics.request('GET', '/metrics')).text)
    } finally {
      metrics.close()
    }
  }

  test('without them shows nothing of them, and greets nobody', async () => {
    server.forget()
    service = await start({ env: { METRICS_PORT: '0' } })
    const { checks } = (await service.call('getReadiness')).body
    expect(checks).not.toHaveProperty('mailbox')
    expect([...(await scrape()).keys()].filter((name) => name.startsWith('mailproof_mailbox'))).toEqual([])
    expect(server.connections).toEqual([])
    await service.stop()
  })

  test('with them tests itself at start, and shows what it found', async () => {
    service = await start({ zone: ZONE, env: { METRICS_PORT: '0', MAILBOX_CHECKS: 'on', ...settings() } })
    const { checks } = await eventually(
      async () => (await service.call('getReadiness')).body,
      ({ checks }) => checks.mailbox?.checked_at !== undefined,
    )
    expect(checks.mailbox).toMatchObject({ status: 'degraded', message: expect.stringContaining('did not offer TLS') })
    const shown = await scrape()
    expect(sumOf(shown, 'mailproof_mailbox_selftest', { part: 'port', family: 'ipv4' })).toBe(1)
    expect(sumOf(shown, 'mailproof_mailbox_selftest', { part: 'tls', family: 'ipv4' })).toBe(0)
    expect(sumOf(shown, 'mailproof_mailbox_checks_total', { result: 'exists' })).toBe(0)
    expect(sumOf(shown, 'mailproof_mailbox_sessions')).toBe(0)
  })
})

test('nothing was connected to but loopback', () => expect(guard.strangers).toEqual([]))
