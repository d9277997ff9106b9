// Postfix, Exim and OpenSMTPD of Debian, each with real mailboxes and with everything that servers do instead of an answer.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { MailboxAnswer } from '../../src/kernel/ports/mailboxes.js'
import { selfSignedRsa } from '../../testbed/certificate.js'
import { type ConnectionGuard, guardConnections } from '../../testbed/mail/loopbackOnly.js'
import { startGreylist } from '../../testbed/mail/real/greylist.js'
import { type RealServer, whyNoMailServers } from '../../testbed/mail/real/process.js'
import { GREY_SECONDS, startExim, startOpenSmtpd, startPostfix } from '../../testbed/mail/real/servers.js'
import { openMailWorld } from '../../testbed/mail/world.js'
import { describeUnless } from '../support/describeUnless.js'

type Row = readonly [address: string, expected: Partial<MailboxAnswer>]

/** What every server says. */
const rows = (domain: string): Row[] => [
  [`ada@${domain}`, { result: 'exists', acceptAll: 'no', final: true }],
  [`bob@${domain}`, { result: 'no_such_mailbox', acceptAll: 'no', code: 550, final: true }],
  [`bob@all.${domain}`, { result: 'accept_all', acceptAll: 'yes', final: true }],
  [`ada@grey.${domain}`, { result: 'greylisted', acceptAll: 'unknown', final: false }],
  [`ada@full.${domain}`, { result: 'full', final: true }],
  [`ada@policy.${domain}`, { result: 'blocked_here', final: false }],
  [`ada@off.${domain}`, { result: 'disabled', final: true }],
]

describeUnless(whyNoMailServers(), 'a real mail server', () => {
  let guard: ConnectionGuard
  let greylist: Awaited<ReturnType<typeof startGreylist>>
  const tls = selfSignedRsa('mx.example')
  beforeAll(async () => {
    guard = guardConnections()
    greylist = await startGreylist(GREY_SECONDS)
  })
  afterAll(async () => {
    await greylist.close()
    guard.release()
  })

  describe.each<[string, (address: string) => Promise<RealServer>, string, readonly Row[]]>([
    [
      'Postfix',
      (address) => startPostfix(address, tls, greylist.port),
      'postfix.example',
      [
        ['zoë@postfix.example', { result: 'exists' }],
        ['ada@elsewhere.example', { result: 'unverifiable' }],
      ],
    ],
    [
      'Exim',
      (address) => startExim(address, tls),
      'exim.example',
      [
        ['zoë@exim.example', { result: 'exists' }],
        ['ada@one.exim.example', { result: 'exists' }],
        ['ada@elsewhere.example', { result: 'unverifiable' }],
      ],
    ],
    [
      'OpenSMTPD',
      (address) => startOpenSmtpd(address, tls),
      'opensmtpd.example',
      [
        ['zoë@opensmtpd.example', { result: 'unverifiable', cause: 'smtputf8' }],
        // It says "Invalid recipient" of a domain that is not its own, too; no mail reaches that address either.
        ['ada@elsewhere.example', { result: 'no_such_mailbox' }],
      ],
    ],
  ])('%s', (_name, startIt, domain, special) => {
    let server: RealServer
    beforeAll(async () => {
      server = await startIt('127.0.0.1')
    }, 60_000)
    afterAll(() => server?.close())

    const ask = async (address: string) => {
      const world = openMailWorld(server.port)
      const answer = await world.ask(address)
      await world.close()
      return answer
    }

    test.each([...rows(domain), ...special])('is understood about %s', async (address, expected) => {
      expect(await ask(address)).toMatchObject(expected)
    })

    // OpenSMTPD needs another program for that.
    const greylists = domain !== 'opensmtpd.example'
    if (greylists)
      test('is asked again after greylisting, and answers', async () => {
        const deadline = Date.now() + 15_000
        let answer = await ask(`ada@grey.${domain}`)
        while (answer.result === 'greylisted' && Date.now() < deadline) {
          await new Promise((resolve) => setTimeout(resolve, GREY_SECONDS * 500))
          answer = await ask(`ada@grey.${domain}`)
        }
        expect(answer).toMatchObject({ result: 'exists' })
      }, 30_000)

    test('is asked about many mailboxes over one connection', async () => {
      const world = openMailWorld(server.port, {
        limits: { connections: 1, connectionsPerMinute: 1_000, recipientsPerMinute: 1_000 },
      })
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          world.ask(at === 5 ? `ada@${domain}` : `nobody${at}@${domain}`, { exchanges: ['mx'] }),
        ),
      )
      expect(answers.map(({ result }) => result)).toEqual(
        answers.map((_, at) => (at === 5 ? 'exists' : 'no_such_mailbox')),
      )
      await world.close()
    })
  })

  test('is the only one that was connected to', () => expect(guard.strangers).toEqual([]))
})
