// What is said to a mail server, and in what order.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createChannel } from '../../src/adapters/smtp/protocol/channel.js'
import { openSession } from '../../src/adapters/smtp/protocol/session.js'
import { type Certificate, selfSigned } from '../../testbed/certificate.js'
import { eventually } from '../../testbed/eventually.js'
import { type ConnectionGuard, guardConnections } from '../../testbed/mail/loopbackOnly.js'
import { type MailScript, type MailServer, startMailServer } from '../../testbed/mail/server.js'
import { type MailWorld, openMailWorld } from '../../testbed/mail/world.js'

let server: MailServer
let world: MailWorld
let guard: ConnectionGuard
let certificate: Certificate

beforeAll(async () => {
  guard = guardConnections()
  certificate = selfSigned('mx.example')
  server = await startMailServer()
})
beforeEach(async () => {
  await world?.close()
  server.forget()
  world = openMailWorld(server.port)
})
afterAll(async () => {
  await world.close()
  await server.close()
  guard.release()
})

/** Knows Ada only. */
const knowsAda = (recipient: string) =>
  recipient.startsWith('ada@') ? '250 2.1.5 Ok' : `550 5.1.1 <${recipient}>: Recipient address rejected: User unknown`

/** The answer, once the server has seen the end of the conversation. */
async function ask(script: MailScript, address = 'ada@one.example') {
  server.say(script)
  const answer = await world.ask(address)
  await eventually(
    () => server.open,
    (open) => open === 0,
  )
  return answer
}

describe('a conversation', () => {
  test('names the address, then one that cannot exist, and ends without sending anything', async () => {
    expect(await ask({ rcpt: knowsAda })).toMatchObject({ result: 'exists', acceptAll: 'no', code: 250, final: true })
    const [connection] = server.connections
    const random = connection!.commands[3]!
    expect(random).toMatch(/^RCPT TO:<x[a-z0-9]{16}@one\.example>$/)
    expect(connection!.commands).toEqual([
      'EHLO probe.example',
      'MAIL FROM:<>',
      'RCPT TO:<ada@one.example>',
      random,
      'RSET',
      'QUIT',
    ])
  })

  test('names no second recipient after the first was refused', async () => {
    expect(await ask({ rcpt: knowsAda }, 'bob@one.example')).toMatchObject({
      result: 'no_such_mailbox',
      code: 550,
      enhancedCode: '5.1.1',
      acceptAll: 'no',
      final: true,
    })
    expect(server.recipients()).toEqual(['bob@one.example'])
  })

  test('finds that a server accepts everything', async () => {
    expect(await ask({})).toMatchObject({ result: 'accept_all', acceptAll: 'yes', final: true })
  })

  test('sends several commands at once only where PIPELINING is announced', async () => {
    await ask({ rcpt: knowsAda, extensions: ['PIPELINING'] })
    expect(server.connections[0]!.pipelined).toBe(true)
    await world.close()
    world = openMailWorld(server.port)
    server.forget()
    await ask({ rcpt: knowsAda, extensions: ['SIZE 1000', '8BITMIME'] })
    expect(server.connections[0]!.pipelined).toBe(false)
  })

  test('says HELO to a server without EHLO', async () => {
    expect(await ask({ rcpt: knowsAda, ehlo: '502 5.5.2 What?' })).toMatchObject({ result: 'exists' })
    expect(server.commands().slice(0, 2)).toEqual(['EHLO probe.example', 'HELO probe.example'])
  })

  test('uses TLS where it is announced, whoever signed the certificate, and greets again', async () => {
    expect(await ask({ rcpt: knowsAda, tls: certificate })).toMatchObject({ result: 'exists' })
    const [connection] = server.connections
    expect(connection).toMatchObject({ secure: true })
    expect(connection!.commands.slice(0, 3)).toEqual(['EHLO probe.example', 'STARTTLS', 'EHLO probe.example'])
  })

  test.each<[string, MailScript]>([
    ['is answered', { rcpt: knowsAda }],
    ['is refused', { mail: '421 4.3.2 Closing' }],
    ['is cut off', { rcpt: () => (socket) => void socket.destroy() }],
  ])('over TLS tells whoever opened its connection when that has ended: one that %s', async (_, script) => {
    server.say({ ...script, tls: certificate })
    const socket = connect(server.port, server.address)
    let isTold = false
    socket.once('close', () => {
      isTold = true
    })
    const session = await openSession(createChannel(socket), {
      ehloName: 'probe.example',
      exchange: 'mx.example',
      startTls: true,
      now: () => performance.now(),
    })
    if ('reply' in session) throw new Error('the server does not take questions')
    await session.ask('', 'ada@one.example', false).catch(() => undefined)
    session.destroy()
    await eventually(
      () => isTold,
      (told) => told,
    )
  })

  test('goes on without TLS if the server cannot', async () => {
    const script = { rcpt: knowsAda, tls: certificate, starttls: '454 4.7.0 TLS not available' }
    expect(await ask(script)).toMatchObject({ result: 'exists' })
    expect(server.connections[0]).toMatchObject({ secure: false })
  })

  test('goes on over a new connection without TLS if the handshake fails', async () => {
    let times = 0
    const broken = (socket: Socket) => {
      times++
      socket.write('220 Ready\r\n')
      socket.once('data', () => socket.end('this is no handshake'))
    }
    server.say({ rcpt: knowsAda, extensions: ['STARTTLS'], tls: certificate, starttls: broken })
    expect(await world.ask('ada@one.example')).toMatchObject({ result: 'exists' })
    expect(times).toBe(1)
    expect(server.connections).toHaveLength(2)
  })

  test.each([
    ['announced', ['SMTPUTF8'], 'exists', 'MAIL FROM:<> SMTPUTF8'],
    ['not announced', [], 'unverifiable', undefined],
  ])('asks for an address that is not ASCII only if SMTPUTF8 is %s', async (_, extensions, result, mail) => {
    const rcpt = (recipient: string) => (recipient.startsWith('zoë@') ? '250 Ok' : '550 5.1.1 unknown')
    expect(await ask({ rcpt, extensions }, 'zoë@one.example')).toMatchObject({ result })
    expect(server.commands().find((command) => command.startsWith('MAIL'))).toBe(mail)
  })

  test('asks in another transaction if a server takes one recipient of each', async () => {
    const rcpt = (recipient: string, count: number) =>
      count > 0 ? '452 4.5.3 Too many recipients (AS780090)' : knowsAda(recipient)
    expect(await ask({ rcpt })).toMatchObject({ result: 'exists', acceptAll: 'no' })
    expect(server.connections).toHaveLength(1)
    expect(server.commands().filter((command) => command === 'RSET')).toHaveLength(2)
  })

  test('does not take an accepted address for an existing one if no other could be asked for', async () => {
    const rcpt = (recipient: string, count: number) =>
      count > 0 || !recipient.startsWith('ada') ? '452 4.5.3 Too many recipients' : '250 Ok'
    expect(await ask({ rcpt })).toMatchObject({ result: 'temporary', cause: 'no_contrast', final: false })
  })

  test('never says DATA, VRFY or EXPN', async () => {
    for (const script of [{}, { rcpt: knowsAda }, { rcpt: '450 4.2.0 Greylisted' }]) {
      await ask(script)
      await world.close()
      world = openMailWorld(server.port)
    }
    expect(server.commands().filter((command) => /^(?:DATA|VRFY|EXPN)/i.test(command))).toEqual([])
  })

  test('shows the address of a sender that is configured', async () => {
    await world.close()
    const identity = {
      ehloName: 'probe.example',
      sender: 'post@probe.example',
      port: server.port,
      sources: [],
      proxy: undefined,
    }
    world = openMailWorld(server.port, { identity })
    await ask({ rcpt: knowsAda })
    expect(server.commands()[1]).toBe('MAIL FROM:<post@probe.example>')
  })

  test('waits for a greeting that is delayed and comes in lines', async () => {
    const greeting = (socket: Socket) => {
      socket.write('220-mx.example ESMTP\r\n220-no ')
      setTimeout(() => socket.write('spam\r\n220 please\r\n'), 300)
    }
    expect(await ask({ greeting, rcpt: knowsAda })).toMatchObject({ result: 'exists' })
  })
})

test('nothing was connected to but loopback', () => expect(guard.strangers).toEqual([]))
