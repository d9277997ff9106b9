// Which servers are asked: in the order of preference, at public addresses only, and others when one does not answer.
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { keysOf, operatorOf } from '../../src/adapters/smtp/operators.js'
import { addressesOf } from '../../src/adapters/smtp/transport/addresses.js'
import { isPublicAddress } from '../../src/kernel/net/publicAddress.js'
import type { DnsAnswer } from '../../src/kernel/ports/resolver.js'
import { type ConnectionGuard, guardConnections } from '../../testbed/mail/loopbackOnly.js'
import { type MailServer, startMailServer } from '../../testbed/mail/server.js'
import { startSocksProxy } from '../../testbed/mail/socksProxy.js'
import { type MailWorld, openMailWorld } from '../../testbed/mail/world.js'

const knowsAda = (recipient: string) => (recipient.startsWith('ada@') ? '250 Ok' : '550 5.1.1 User unknown')
const FIRST = '127.0.0.1'
const SECOND = '127.0.0.2'
/** Nobody listens there. */
const CLOSED = '127.0.0.3'
const exchanges = ['mx1.one.example', 'mx2.one.example']

let guard: ConnectionGuard
let first: MailServer
let second: MailServer
let world: MailWorld | undefined
beforeAll(async () => {
  guard = guardConnections()
  first = await startMailServer({ rcpt: knowsAda }, FIRST)
  second = await startMailServer({ rcpt: knowsAda }, SECOND, first.port)
})
afterEach(async () => {
  await world?.close()
  for (const server of [first, second]) {
    server.forget()
    server.say({ rcpt: knowsAda })
  }
})
afterAll(async () => {
  await first.close()
  await second.close()
  guard.release()
})

const open = (hosts: { readonly [name: string]: readonly string[] }, options = {}) => {
  world = openMailWorld(first.port, { hosts, ...options })
  return world
}

describe('the exchanges of a domain', () => {
  const hosts = { 'mx1.one.example': [FIRST], 'mx2.one.example': [SECOND] }

  test('are asked in the order of preference, and one answer is enough', async () => {
    expect(await open(hosts).ask('ada@one.example', { exchanges })).toMatchObject({ result: 'exists' })
    expect([first.connections.length, second.connections.length]).toEqual([1, 0])
  })

  test.each([
    ['cannot be connected to', [CLOSED], {}],
    ['has no address', undefined, {}],
    ['says that it serves no mail', [FIRST], { greeting: '521 mx1.one.example does not accept mail' }],
    ['is not ready', [FIRST], { greeting: '450 4.3.2 Server is busy' }],
    ['breaks the protocol', [FIRST], { greeting: 'hello' }],
  ])('are asked in turn: the first %s', async (_, addresses, script) => {
    first.say(script)
    const { 'mx1.one.example': _first, ...rest } = hosts
    const known = addresses ? { ...rest, 'mx1.one.example': addresses } : rest
    expect(await open(known).ask('ada@one.example', { exchanges })).toMatchObject({ result: 'exists' })
    expect(second.connections).toHaveLength(1)
  })

  test.each([
    ['refuses this installation', { greeting: '554 5.7.1 Client host blocked' }, 'blocked_here'],
    ['has too many connections', { greeting: '421 4.7.0 Too many connections' }, 'rate_limited'],
    ['greylists', { rcpt: '450 4.2.0 Greylisted' }, 'greylisted'],
  ])('are not tried one after the other where the first %s', async (_, script, result) => {
    first.say(script)
    expect(await open(hosts).ask('ada@one.example', { exchanges })).toMatchObject({ result })
    expect(second.connections).toHaveLength(0)
  })

  test('confirm a refusal where they belong to several operators', async () => {
    const mixed = { 'mx.one.example': [FIRST], 'mx.two.example': [SECOND] }
    const both = { exchanges: ['mx.one.example', 'mx.two.example'] }
    expect(await open(mixed).ask('bob@one.example', both)).toMatchObject({ result: 'no_such_mailbox' })
    expect([first, second].map((server) => server.recipients())).toEqual([['bob@one.example'], ['bob@one.example']])
  })

  test.each([
    ['mx.two.example', 'mx.one.example'],
    ['mx.one.example', 'mx.two.example'],
  ])('are asked again while one of them may answer: %s is not reached, or %s has no address', async (...exchanges) => {
    const hosts = { 'mx.one.example': [FIRST] }
    first.say({ greeting: (socket) => void socket.destroy() })
    expect(await open(hosts).ask('ada@one.example', { exchanges })).toMatchObject({
      result: 'temporary',
      cause: 'connection',
      final: false,
    })
  })

  test('are unknown where they contradict each other', async () => {
    second.say({})
    const mixed = { 'mx.one.example': [FIRST], 'mx.two.example': [SECOND] }
    const both = { exchanges: ['mx.one.example', 'mx.two.example'] }
    expect(await open(mixed).ask('bob@one.example', both)).toMatchObject({
      result: 'unverifiable',
      cause: 'contradiction',
    })
  })
})

describe('the addresses of an exchange', () => {
  test('are tried in turn: IPv6 refuses the connection, IPv4 answers', async () => {
    const answer = await open({ 'mx.one.example': ['::1', FIRST] }).ask('ada@one.example')
    expect(answer).toMatchObject({ result: 'exists' })
  })

  test.each([
    ['private', ['10.0.0.1', '192.168.1.1', 'fd00::1']],
    ['of a cloud', ['169.254.169.254']],
    ['of documentation', ['192.0.2.1', '2001:db8::1']],
  ])('are never connected to if they are %s', async (_, addresses) => {
    expect(await open({ 'mx.one.example': addresses }).ask('ada@one.example')).toMatchObject({
      result: 'unverifiable',
      cause: 'no_address',
    })
  })

  test('are those of the families that the self-test found good', async () => {
    const test = async () => ({ at: 0, families: [6] as const, findings: [] })
    expect(await open({ 'mx.one.example': [FIRST] }, { test }).ask('ada@one.example')).toMatchObject({
      cause: 'no_address',
    })
  })

  test('alternate between the families, without those that are not public', async () => {
    const found = (records: readonly string[]): DnsAnswer<string> => ({ outcome: 'found', records, ttl: 1 })
    const resolver = {
      a: async () => found(['8.8.8.8', '10.0.0.1', '9.9.9.9']),
      aaaa: async () => found(['2620:fe::fe', '::1']),
    }
    const options = { resolver, isForbidden: (address: string) => !isPublicAddress(address), families: [4, 6] as const }
    expect(await addressesOf('mx.example', options)).toEqual({ addresses: ['2620:fe::fe', '8.8.8.8', '9.9.9.9'] })
  })

  test('are temporarily unknown while DNS does not answer', async () => {
    const resolver = {
      a: async () => ({ outcome: 'timeout' }) as const,
      aaaa: async () => ({ outcome: 'timeout' }) as const,
    }
    world = openMailWorld(first.port, { resolver })
    expect(await world.ask('ada@one.example')).toMatchObject({ result: 'temporary', cause: 'no_address', final: false })
  })
})

describe('who is asked counts together', () => {
  test.each([
    ['aspmx.l.google.com', 'google'],
    ['mx1.sub.one.co.uk', 'one.co.uk'],
    ['localhost', 'localhost'],
  ])('%s is %s', (exchange, operator) => expect(operatorOf(exchange)).toBe(operator))

  test('by the network, too, of an operator that is not known', () => {
    expect(keysOf('mx.one.example', ['192.0.2.1', '192.0.2.77', '2001:db8:1::1'])).toEqual([
      'operator:one.example',
      'net:c00002',
      'net:20010db80001',
    ])
    expect(keysOf('aspmx.l.google.com', ['192.0.2.1'])).toEqual(['operator:google'])
  })
})

describe('a SOCKS5 proxy', () => {
  test.each([
    ['without credentials', undefined],
    ['with a user name and a password', { user: 'ada', password: 'secret' }],
  ])('carries the conversation, %s', async (_, credentials) => {
    const proxy = await startSocksProxy(credentials)
    const identity = {
      ehloName: 'probe.example',
      sender: '',
      port: first.port,
      sources: [],
      proxy: { host: proxy.host, port: proxy.port, ...(credentials && { credentials }) },
    }
    const answer = await open({ 'mx.one.example': [FIRST] }, { identity }).ask('ada@one.example')
    expect(answer).toMatchObject({ result: 'exists' })
    expect(proxy.targets).toEqual([`${FIRST}:${first.port}`])
    await world!.close()
    await proxy.close()
  })

  test('that refuses makes nothing invalid', async () => {
    const proxy = await startSocksProxy({ user: 'ada', password: 'other' })
    const identity = {
      ehloName: 'probe.example',
      sender: '',
      port: first.port,
      sources: [],
      proxy: { host: proxy.host, port: proxy.port },
    }
    expect(await open({ 'mx.one.example': [FIRST] }, { identity }).ask('ada@one.example')).toMatchObject({
      result: 'temporary',
      cause: 'connection',
    })
    await proxy.close()
  })
})

test('the own address that is configured is connected from', async () => {
  const identity = { ehloName: 'probe.example', sender: '', port: first.port, sources: ['127.0.0.9'], proxy: undefined }
  const from: (string | undefined)[] = []
  const greeting = (socket: Socket) => {
    from.push(socket.remoteAddress)
    socket.write('220 mx.example\r\n')
  }
  first.say({ rcpt: knowsAda, greeting })
  await open({ 'mx.one.example': [FIRST] }, { identity }).ask('ada@one.example')
  expect(from).toEqual(['127.0.0.9'])
})

test('nothing was connected to but loopback', () => expect(guard.strangers).toEqual([]))
