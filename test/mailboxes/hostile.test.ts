// Mail servers that do everything wrong: what is read and waited for is bounded, and no address becomes invalid by it.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createReplyParser, ProtocolError } from '../../src/adapters/smtp/protocol/reply.js'
import { TIMEOUTS_MS } from '../../src/adapters/smtp/protocol/session.js'
import { selfSigned } from '../../testbed/certificate.js'
import fc from '../../testbed/fastCheck.js'
import { HOSTILE_MAIL, HOSTILE_MAIL_KINDS } from '../../testbed/mail/hostile.js'
import { type ConnectionGuard, guardConnections } from '../../testbed/mail/loopbackOnly.js'
import { type MailScript, type MailServer, startMailServer } from '../../testbed/mail/server.js'
import { openMailWorld } from '../../testbed/mail/world.js'

let guard: ConnectionGuard
let server: MailServer

beforeAll(async () => {
  guard = guardConnections()
  server = await startMailServer()
})
afterAll(async () => {
  await server.close()
  guard.release()
})

/** Bytes that a server can send without end, at most: nearly all of them fill the kernel's buffers (`tcp_wmem`, `tcp_rmem`). */
const MOST_BYTES = 12_000_000

async function ask(script: MailScript, options: Parameters<typeof openMailWorld>[1] = {}) {
  server.say(script)
  server.forget()
  const world = openMailWorld(server.port, options)
  const answer = await world.ask('ada@one.example')
  const cached = await world.ask('ada@one.example', { waitMs: 1 })
  await world.close()
  expect(cached).toEqual(answer)
  return answer
}

const certificate = selfSigned('mx.example')
const REFUSES = { rcpt: '550 5.1.1 User unknown' }
const lines = (text: string, times: number) => `${text}\r\n`.repeat(times)
/** For servers that have to be given up. */
const IMPATIENT = { ...TIMEOUTS_MS, greeting: 500, recipient: 500 }

describe('a hostile server', () => {
  test.each(HOSTILE_MAIL_KINDS.map((kind) => [HOSTILE_MAIL[kind].does, HOSTILE_MAIL[kind]] as const))(
    '%s',
    async (_, { script, cause }) => {
      const said = 'starttls' in script ? { ...script, tls: certificate } : script
      const answer = await ask(said, cause === 'timeout' ? { timeouts: IMPATIENT } : {})
      expect(answer).toMatchObject({ result: 'temporary', cause, acceptAll: 'unknown', final: false })
      for (const { written } of server.connections) expect(written).toBeLessThan(MOST_BYTES)
    },
  )

  test.each(['rset', 'quit'])('answers without end when it is left, which changes no answer: %s', async (last) => {
    const { script } = HOSTILE_MAIL['endless-reply']
    expect(await ask({ ...REFUSES, [last]: script.mail })).toMatchObject({ result: 'no_such_mailbox' })
    for (const { written } of server.connections) expect(written).toBeLessThan(MOST_BYTES)
  })

  test('sends a refusal that says nothing, and is not believed', async () => {
    expect(await ask({ rcpt: '550' })).toMatchObject({ result: 'unverifiable' })
  })

  test('announces a shutdown while nobody asks, which is no breach', async () => {
    expect(await ask({ ehlo: '250 mx.example\r\n421 4.3.2 Shutting down' })).toMatchObject({ result: 'rate_limited' })
  })

  test('hides a refusal of the sender behind one of the recipient', async () => {
    const script = { extensions: ['PIPELINING'], mail: '550 5.7.1 Client host blocked', rcpt: '550 5.1.1 User unknown' }
    expect(await ask(script)).toMatchObject({ result: 'blocked_here', code: 550, enhancedCode: '5.7.1' })
  })

  test('does not disturb others', async () => {
    const other = await startMailServer(REFUSES)
    const world = openMailWorld(other.port)
    server.say(HOSTILE_MAIL['endless-line'].script)
    const hostile = Array.from({ length: 20 }, () => openMailWorld(server.port))
    const floods = hostile.map((each) => each.ask('ada@two.example'))
    expect(await world.ask('ada@one.example')).toMatchObject({ result: 'no_such_mailbox' })
    for (const answer of await Promise.all(floods)) expect(answer.result).toBe('temporary')
    await Promise.all([...hostile, world].map((each) => each.close()))
    await other.close()
  })
})

describe('the parser of replies', () => {
  const parse = (text: string) => createReplyParser().push(Buffer.from(text))

  test.each([
    ['a line', '250 2.1.5 Ok\r\n', [{ code: 250, enhanced: '2.1.5', text: 'Ok' }]],
    ['a code alone', '250\r\n', [{ code: 250, enhanced: undefined, text: '' }]],
    ['line breaks of Unix', '250 Ok\n', [{ code: 250, text: 'Ok' }]],
    [
      'several lines, whose codes are left out',
      '550-5.1.1 No such\r\n550 5.1.1 user\r\n',
      [{ code: 550, enhanced: '5.1.1', text: 'No such user' }],
    ],
    ['no enhanced code of another class', '550 2.1.5 Ok\r\n', [{ code: 550, enhanced: undefined, text: '2.1.5 Ok' }]],
    ['no enhanced code in an address', '550 5.1.1.7 is blocked\r\n', [{ enhanced: undefined }]],
    ['an enhanced code of three digits', '550 5.1.351 Remote\r\n', [{ enhanced: '5.1.351' }]],
    ['control characters as spaces', '550 a\x00\x1b[2Jb\r\n', [{ text: 'a [2Jb' }]],
    ['two replies', '250 a\r\n550 b\r\n', [{ code: 250 }, { code: 550 }]],
  ])('reads %s', (_, text, replies) => expect(parse(text)).toMatchObject(replies))

  test.each([
    '\r\n',
    'Ok\r\n',
    '25 Ok\r\n',
    '2500 Ok\r\n',
    '150 Ok\r\n',
    '600 Ok\r\n',
    '250+Ok\r\n',
    ' 250 Ok\r\n',
    '250-a\r\n251 b\r\n',
  ])('refuses %j', (text) => expect(() => parse(text)).toThrow(ProtocolError))

  test('refuses a line of more than 2,048 bytes, and a reply of more than 100 lines', () => {
    expect(parse(`250 ${'a'.repeat(2_000)}\r\n`)).toHaveLength(1)
    expect(() => parse(`250 ${'a'.repeat(2_048)}`)).toThrow('too long')
    expect(parse(`${lines('250-a', 99)}250 b\r\n`)).toHaveLength(1)
    expect(() => parse(`${lines('250-a', 100)}250 b\r\n`)).toThrow('too many lines')
  })

  test('reads the same, however the network cuts the bytes', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 })), (cuts) => {
        const text = Buffer.from(
          '250-mx.example\r\n250-PIPELINING\r\n250 SMTPUTF8\r\n550-5.1.1 Böse\r\n550 5.1.1 user\r\n',
        )
        const parser = createReplyParser()
        const replies = []
        let at = 0
        for (const cut of cuts) {
          replies.push(...parser.push(text.subarray(at, at + cut)))
          at += cut
        }
        replies.push(...parser.push(text.subarray(at)))
        expect(replies).toEqual(parse(text.toString()))
        expect(parser.isPartial).toBe(false)
      }),
    ))

  test('ends with a reply or an error, whatever the bytes', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          for (const { code } of createReplyParser().push(Buffer.from(bytes))) {
            expect(code).toBeGreaterThanOrEqual(200)
            expect(code).toBeLessThan(600)
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
        }
      }),
    ))
})

test('nothing was connected to but loopback', () => expect(guard.strangers).toEqual([]))
