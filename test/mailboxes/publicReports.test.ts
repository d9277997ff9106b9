// What public reports say that other checkers get wrong, as conversations with servers that behave as the reports describe.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { MailboxAnswer } from '../../src/kernel/ports/mailboxes.js'
import { type ConnectionGuard, guardConnections } from '../../testbed/mail/loopbackOnly.js'
import { type MailScript, type MailServer, startMailServer } from '../../testbed/mail/server.js'
import { type MailWorld, openMailWorld } from '../../testbed/mail/world.js'

let server: MailServer
let world: MailWorld
let guard: ConnectionGuard
beforeAll(async () => {
  guard = guardConnections()
  server = await startMailServer()
})
afterEach(async () => {
  await world.close()
  server.forget()
})
afterAll(async () => {
  await server.close()
  guard.release()
})

const INVALID = ['no_such_mailbox', 'disabled']

function ask(script: MailScript, exchange?: string): Promise<MailboxAnswer> {
  server.say(script)
  world = openMailWorld(server.port)
  return world.ask('ada@one.example', exchange === undefined ? {} : { exchanges: [exchange] })
}

const outlook = 'eur.olc.protection.outlook.com'

test.each<[string, MailScript, string | undefined, Partial<MailboxAnswer>]>([
  [
    'reacherhq/check-if-email-exists 939: greylisting is not invalid',
    { rcpt: '450 4.2.0 <ada@one.example>: Recipient address rejected: Greylisted' },
    undefined,
    { result: 'greylisted', final: false },
  ],
  [
    'karolyi/py3-validate-email 81: greylisting is not invalid',
    {
      extensions: ['PIPELINING', 'ENHANCEDSTATUSCODES'],
      rcpt: '450 4.7.1 <ada@one.example>: Recipient address rejected: Greylisted for 5 minutes',
    },
    undefined,
    { result: 'greylisted' },
  ],
  [
    'internetee/registry 2671: any 4xx is asked again',
    { rcpt: '451 4.3.0 Temporary lookup failure' },
    undefined,
    { result: 'temporary', final: false },
  ],
  [
    'AfterShip/email-verifier 72: Outlook refuses a second recipient, and the first exists',
    { rcpt: (_, count) => (count > 0 ? '452 4.5.3 Too many recipients (AS780090)' : '250 2.1.5 Recipient OK') },
    outlook,
    { result: 'exists' },
  ],
  [
    'reacherhq/check-if-email-exists 569: too many recipients is no catch-all',
    { rcpt: '452 4.5.3 Too many recipients (AS780090) [SN1NAM02FT003.eop-nam02.prod.protection.outlook.com]' },
    outlook,
    { result: 'rate_limited', acceptAll: 'unknown' },
  ],
  [
    'AfterShip/email-verifier 57: Yahoo accepts every recipient, which is unknown and no catch-all',
    {},
    'mta5.am0.yahoodns.net',
    { result: 'unverifiable', cause: 'provider', acceptAll: 'unknown' },
  ],
  [
    'AfterShip/email-verifier 126: our address on a block list',
    { rcpt: '550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus.' },
    undefined,
    { result: 'blocked_here', final: false },
  ],
  [
    'reacherhq/check-if-email-exists 1110: our address on a block list',
    {
      mail: '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked by RBL; https://www.spamhaus.org/sbl/query/SBLCSS',
    },
    undefined,
    { result: 'blocked_here' },
  ],
  [
    'EmailVerify/email-verify 60: refused at MAIL FROM',
    {
      mail: "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140).",
    },
    outlook,
    { result: 'blocked_here' },
  ],
  [
    'getconversio/email-deep-validator 9: 550 because of an RBL',
    {
      rcpt: '550-"JunkMail rejected - probe.example [192.0.2.1]:34032 is in an RBL, see\r\n550 https://www.spamhaus.org/query/ip/192.0.2.1"',
    },
    undefined,
    { result: 'blocked_here' },
  ],
])('%s', async (_, script, exchange, expected) => {
  const answer = await ask(script, exchange)
  expect(answer).toMatchObject(expected)
  expect(INVALID).not.toContain(answer.result)
})

test('reacherhq/check-if-email-exists 1124, AfterShip/email-verifier 130: a port that is closed makes nothing invalid', async () => {
  world = openMailWorld(1)
  expect(await world.ask('ada@one.example')).toMatchObject({ result: 'temporary', cause: 'connection', final: false })
})

test('reacherhq/check-if-email-exists 769, 1334: the answer is the same from call to call', async () => {
  let times = 0
  const first = await ask({ rcpt: () => (times++ === 0 ? '450 4.2.0 Greylisted' : '550 5.1.1 User unknown') })
  for (let again = 0; again < 5; again++) expect(await world.ask('ada@one.example')).toEqual(first)
  expect(server.connections).toHaveLength(1)
})

test('nothing was connected to but loopback', () => expect(guard.strangers).toEqual([]))
