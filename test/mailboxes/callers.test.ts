// Mailboxes asked about without the API of a service: command line, library, and what the operator can have forgotten.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newSystemActor } from '../../src/kernel/actor.js'
import { createVerifier, type Verifier } from '../../src/library/index.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { eventually } from '../../testbed/eventually.js'
import { collect } from '../../testbed/given/events.js'
import { type ConnectionGuard, guardConnections } from '../../testbed/mail/loopbackOnly.js'
import { type MailService, openMailService, zoneOf } from '../../testbed/mail/service.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'

const domains = ['one-mail.net', 'two-mail.net', 'three-mail.net']
const directory = tempDirectory({ quick: true })
let guard: ConnectionGuard
let mail: MailService
let dns: DnsServer
beforeAll(async () => {
  guard = guardConnections()
  mail = await openMailService(domains)
  mail.server.say({
    rcpt: (recipient) =>
      recipient.startsWith('ada@')
        ? '250 2.1.5 Ok'
        : recipient.startsWith('grey@')
          ? '450 4.2.0 Greylisted, please try again in 300 seconds'
          : '550 5.1.1 User unknown',
  })
  dns = await startDnsServer(zoneOf(domains))
})
afterAll(async () => {
  await mail.close()
  await dns.close()
  directory.remove()
  guard.release()
})
const settings = () => ({ DNS_SERVERS: `${dns.address}:${dns.port}`, LOG_LEVEL: 'silent', ...mail.settings })

describe('mailproof verify --mailbox', () => {
  test('says what the servers say; exit code 1 for one that is not there', async () => {
    const words = ['verify', '--mailbox', '--json', 'ada@one-mail.net', 'bob@one-mail.net']
    const { code, stdout } = await runCommandLine(words, settings())
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject([
      { status: 'valid', checks: { mailbox: true }, mailbox: { result: 'exists', code: 250, final: true } },
      { status: 'invalid', reason: 'no_such_mailbox', decision: 'deny', mailbox: { result: 'no_such_mailbox' } },
    ])
    const { stdout: table } = await runCommandLine(
      words.filter((word) => word !== '--json'),
      settings(),
    )
    expect(table).toContain('Mail server: no such mailbox.')
  })

  test('has no member in its JSON that its help does not name', async () => {
    const { stdout } = await runCommandLine(['verify', '--mailbox', '--json', 'ada@one-mail.net'], settings())
    const { stdout: help } = await runCommandLine(['verify', '--help'])
    const named = help.replace(/\s+/g, ' ').match(/JSON array of objects: ([a-z_, ]+)/)![1]!
    expect(named.split(/, | /)).toEqual(expect.arrayContaining(Object.keys(JSON.parse(stdout)[0])))
  })

  test('says when to ask again where a server has not decided', async () => {
    const { stdout } = await runCommandLine(['verify', '--mailbox', 'grey@two-mail.net'], settings())
    expect(stdout).toMatch(/Mail server: greylisted; another answer is possible in [56] min/)
  })

  test('without it asks nobody', async () => {
    const asked = mail.server.connections.length
    const { stdout } = await runCommandLine(['verify', '--json', 'ada@one-mail.net'], settings())
    expect(JSON.parse(stdout)[0]).not.toHaveProperty('mailbox')
    expect(mail.server.connections).toHaveLength(asked)
  })

  test('is refused while the checks are off', async () => {
    const { code, stderr } = await runCommandLine(['verify', '--mailbox', 'ada@one-mail.net'], {
      ...settings(),
      MAILBOX_CHECKS: 'off',
    })
    expect(code).toBe(1)
    expect(stderr).toContain('MAILBOX_CHECKS is off')
  })
})

describe('the library', () => {
  const verifiers: Verifier[] = []
  afterAll(async () => {
    for (const verifier of verifiers) await verifier.close()
  })
  function open(mailboxes: NonNullable<Parameters<typeof createVerifier>[0]>['mailboxes'] | undefined): Verifier {
    const verifier = createVerifier({ dnsServers: [`${dns.address}:${dns.port}`], ...(mailboxes && { mailboxes }) })
    verifiers.push(verifier)
    return verifier
  }

  test('asks nobody unless a call wants it, and needs to be told who asks', async () => {
    const before = guard.addresses.length
    const verdict = await open(undefined).verify('ada@one-mail.net')
    expect(verdict).toMatchObject({ status: 'valid' })
    expect(verdict).not.toHaveProperty('mailbox')
    await expect(open(undefined).verify('ada@one-mail.net', { mailbox: true })).rejects.toThrow(
      'mailbox: createVerifier was not told who asks; set its option `mailboxes`.',
    )
    expect(guard.addresses).toHaveLength(before)
  })

  test('says `blocked_here` where no mail server answers this machine, and never invalid', async () => {
    const verifier = open({ ehloName: 'probe.mailproof.net', port: 1, allowedSubnets: ['127.0.0.0/8'] })
    const verdict = await verifier.verify('bob@one-mail.net', { mailbox: true })
    expect(verdict).toMatchObject({
      valid: true,
      status: 'valid',
      decision: 'allow',
      degraded: true,
      checks: { mailbox: false },
      mailbox: { result: 'blocked_here', acceptAll: 'unknown', code: null, final: false },
    })
    expect(verdict.mailbox!.ttlHintSeconds).toBeGreaterThan(0)
  })

  test('asks the server, each mailbox once', async () => {
    // The first address of the exchange is loopback; the second, which makes it public, is not connected to.
    const lookUps = await startDnsServer({
      ...zoneOf(domains),
      'mx.gmail.com': { A: ['127.0.0.1'] },
      'probe.mailproof.net': { A: ['127.0.0.1'] },
      '1.0.0.127.in-addr.arpa': { PTR: ['probe.mailproof.net'] },
      'mx.two-mail.net': { A: ['127.0.0.1', '93.184.215.14'] },
    })
    const { address, port } = lookUps
    const verifier = createVerifier({
      dnsServers: [`${address}:${port}`],
      mailboxes: { ehloName: 'probe.mailproof.net', port: mail.server.port, allowedSubnets: ['127.0.0.0/8'] },
    })
    verifiers.push(verifier)
    const [ada, bob, again] = await collect(
      verifier.verifyMany(['ada@two-mail.net', 'bob@two-mail.net', 'ada@two-mail.net'], {
        mailbox: true,
        concurrency: 1,
      }),
    )
    expect(ada).toMatchObject({
      status: 'valid',
      checks: { mailbox: true },
      mailbox: { result: 'exists', acceptAll: 'no' },
    })
    expect(bob).toMatchObject({ status: 'invalid', reason: 'no_such_mailbox', mailbox: { code: 550, final: true } })
    expect(again!.mailbox).toEqual(ada!.mailbox)
    const named = mail.server.recipients().filter((recipient) => recipient === 'ada@two-mail.net')
    expect(named).toHaveLength(1)
    await lookUps.close()
  })
})

describe('mailproof pool forget', () => {
  let api: InProcessService
  beforeAll(async () => {
    api = await mail.serve({ env: { DATA_DIR: directory.path } })
  })
  const command = (...words: string[]) => runCommandLine(words, { DATA_DIR: directory.path, LOG_LEVEL: 'silent' })

  test('forgets what the server said, in the running service too', async () => {
    const { key } = await api.account()
    const email = 'ada@three-mail.net'
    const ask = async () => (await api.call('verifyEmail', { key, body: { email, mailbox: true } })).body
    const named = () => mail.server.recipients().filter((recipient) => recipient === email).length
    expect((await ask()).metadata.mailbox.result).toBe('exists')
    await ask()
    expect(named()).toBe(1)
    const { stdout } = await command('pool', 'forget', ' Ada@Three-Mail.net')
    expect(stdout).toContain('Removed what mail servers said about its mailbox.')
    // The service follows within a second. Forgetting is no reason to bother the server: it is asked once a day.
    await eventually(ask, ({ metadata }) => metadata.mailbox.result !== 'exists')
    expect(named()).toBe(1)
    expect(JSON.parse((await command('pool', 'forget', 'nobody@three-mail.net', '--json')).stdout)).toEqual({
      pools: 0,
      outcome: 'unknown',
    })
  })

  test('is not needed for an account: what the server said names none', async () => {
    const account = await api.account()
    const body = { email: 'bob@three-mail.net', mailbox: true }
    await api.call('verifyEmail', { key: account.key, body })
    const events = await collect(
      api.service.container.store.readAll({ types: new Set(['MailboxChecked', 'MailboxForgotten']) }),
    )
    expect(events.length).toBeGreaterThan(2)
    expect(JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
      account.id,
    )
    expect((await command('accounts', 'erase', account.id, '--yes')).code).toBe(0)
    const other = await api.account()
    expect((await api.call('verifyEmail', { key: other.key, body })).body.metadata.mailbox.result).toBe(
      'no_such_mailbox',
    )
  })

  test('forgets what the server said although the read models of pools have stopped, and fails', async () => {
    const { key } = await api.account()
    const email = 'ada@one-mail.net'
    await api.call('verifyEmail', { key, body: { email, mailbox: true } })
    const forgotten = () => collect(api.service.container.store.readAll({ types: new Set(['MailboxForgotten']) }))
    const before = (await forgotten()).length
    const unreadable = { type: 'ValidationContributed', data: { pool: null } }
    await api.service.container.eventing.append('address-unreadable', [unreadable], newSystemActor(), 'any')
    const { code } = await command('pool', 'forget', email)
    expect(code).toBe(1)
    expect(await forgotten()).toHaveLength(before + 1)
  })
})
