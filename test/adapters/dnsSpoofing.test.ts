// The resolver under forged responses: none is accepted.
import { createSocket, type RemoteInfo, Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createResolver, type WrongAnswer } from '../../src/adapters/dns/resolver.js'
import { createCaseRandomization } from '../../src/adapters/dns/spoofing/caseRandomization.js'
import { createSpoofAlarm } from '../../src/adapters/dns/spoofing/spoofAlarm.js'
import { UdpSocket } from '../../src/adapters/dns/transport/udpSocket.js'
import { createUdpTransport } from '../../src/adapters/dns/transport/udpTransport.js'
import type { Log } from '../../src/kernel/log.js'
import type { Resolver } from '../../src/kernel/ports/resolver.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { startSpoofingServer } from '../../testbed/dns/spoofingServer.js'
import { eventually } from '../../testbed/eventually.js'

const TIMEOUT_MS = 20_000
const truth = expect.objectContaining({ outcome: 'found', records: ['192.0.2.1'] })

interface Warning {
  readonly fields: object
  readonly message: string
}

function collectingLog(): Log & { readonly warnings: Warning[] } {
  const warnings: Warning[] = []
  return { warnings, info() {}, error() {}, warn: (fields, message) => void warnings.push({ fields, message }) }
}

describe('a resolver that receives forged responses', () => {
  let server: DnsServer
  let resolver: Resolver
  let log: ReturnType<typeof collectingLog>
  let wrong: WrongAnswer[]

  beforeAll(async () => {
    server = await startDnsServer({
      'true.net': { A: ['192.0.2.1'] },
      'one-guess.net': { A: ['192.0.2.1'], does: 'wrong_id' },
      'guesses.net': { A: ['192.0.2.1'], does: { guesses: 100 } },
      'wrong-case.net': { A: ['192.0.2.1'], does: 'wrong_case' },
      'twice.net': { A: ['192.0.2.1'], does: 'twice' },
      'lost-twice.net': { A: ['192.0.2.1'], does: { silentTimes: 2 } },
      'no-question.net': { A: ['192.0.2.1'], does: 'servfail_without_question' },
      'no-edns.net': { A: ['192.0.2.1'], does: 'formerr_without_question' },
    })
  })
  beforeEach(() => {
    server.forget()
    log = collectingLog()
    wrong = []
    resolver = createResolver({
      servers: [server],
      timeoutMs: TIMEOUT_MS,
      log,
      onWrongAnswer: (kind) => void wrong.push(kind),
    })
  })
  afterEach(() => resolver.close())
  afterAll(() => server.close())

  const queriesFor = (name: string) => server.received.filter((each) => each.name === name)

  test('closes the port of guessed ids immediately, however many answers wait for their turn', async () => {
    const udp = createUdpTransport({
      server,
      alarm: createSpoofAlarm({ log }),
      caseRandomization: createCaseRandomization(() => {}),
      takeTurn: () => new Promise(() => {}),
    })
    const outcome = await new Promise((resolve) => {
      const fail = () => resolve('failed')
      const handler = { onAnswer: fail, onError: fail, onSuspect: fail, onSpoofing: () => resolve('port closed') }
      udp.query({ name: 'guesses.net', type: 'A', edns: true }, handler)
    })
    expect(outcome).toBe('port closed')
    udp.close()
  })

  test('tolerates a single wrong response', async () => {
    expect(await resolver.a('one-guess.net')).toEqual(truth)
    expect(queriesFor('one-guess.net')).toHaveLength(1)
    expect(wrong).toEqual(['id'])
    expect(log.warnings).toEqual([])
  })

  test('abandons a port after three wrong responses, queries from another one, and then over TCP', async () => {
    const began = performance.now()
    expect(await resolver.a('guesses.net')).toEqual(truth)
    expect(performance.now() - began).toBeLessThan(TIMEOUT_MS * 0.2)
    const [first, second, third] = queriesFor('guesses.net')
    expect([first?.over, second?.over, third?.over]).toEqual(['udp', 'udp', 'tcp'])
    expect(second?.port).not.toBe(first?.port)
    expect(wrong).toEqual(new Array(6).fill('id'))
  })

  test('repeats the other queries of that port as well', async () => {
    const names = Array.from({ length: 200 }, (_, i) => (i % 10 === 0 ? 'guesses.net' : 'true.net'))
    const answers = await Promise.all(names.map((name) => resolver.a(name)))
    for (const answer of answers) expect(answer).toEqual(truth)
  })

  test('logs a warning, but not for every packet', async () => {
    for (let i = 0; i < 5; i++) await resolver.a('guesses.net')
    expect(log.warnings).toEqual([
      {
        fields: expect.objectContaining({ wrongAnswers: 3, portsClosed: 1 }),
        message: expect.stringContaining('spoof'),
      },
    ])
  })

  test('rejects responses in the wrong case, and is not tricked by a forged one into dropping mixed case', async () => {
    for (let i = 0; i < 10; i++) {
      expect(await resolver.a('wrong-case.net')).toEqual(truth)
      expect(await resolver.a('true.net')).toEqual(truth)
    }
    expect(wrong).toEqual(new Array(10).fill('case'))
    expect(new Set(queriesFor('true.net').map(({ asGiven }) => asGiven)).size).toBeGreaterThan(3)
  })

  test.each(['no-question.net', 'no-edns.net'])('repeats over TCP when an error has no question: %s', async (name) => {
    expect(await resolver.a(name)).toEqual(truth)
    expect(queriesFor(name).map(({ over }) => over)).toEqual(['udp', 'tcp'])
    expect(wrong).toEqual(['no_question'])
  })

  test('ignores late and duplicate responses', async () => {
    const hasty = createResolver({ servers: [server], timeoutMs: 300, onWrongAnswer: (kind) => void wrong.push(kind) })
    await hasty.a('lost-twice.net')
    for (let i = 0; i < 20; i++) expect(await resolver.a('twice.net')).toEqual(truth)
    await hasty.close()
    expect(wrong).toEqual([])
  })

  test('takes no answer for a forged one that comes after the port has failed', async () => {
    const late = createSocket('udp4')
    late.bind(0, '127.0.0.1')
    await once(late, 'listening')
    const queries: (readonly [Buffer, RemoteInfo])[] = []
    late.on('message', (packet, sender) => void queries.push([packet, sender]))
    const answerAll = () => {
      for (const [packet, { port, address }] of queries.splice(0)) {
        packet[2]! |= 0x80
        late.send(packet, port, address)
      }
    }
    const socket = new UdpSocket(
      {
        server: { address: '127.0.0.1', port: late.address().port },
        alarm: { wrongAnswer: (kind) => void wrong.push(kind), portClosed() {} },
        caseRandomization: createCaseRandomization(() => {}),
        takeTurn: () => undefined,
      },
      () => {},
    )
    const query = () =>
      new Promise((resolve) => {
        const ended = () => resolve('ended')
        const handler = { onAnswer: () => resolve('answered'), onError: resolve, onSuspect: ended, onSpoofing: ended }
        socket.query({ name: 'true.net', type: 'A', edns: true }, handler)
      })
    const arrived = (count: number) =>
      eventually(
        () => queries.length,
        (length) => length === count,
      )
    const failing = [query(), query(), query()]
    await arrived(3)
    const send = jest
      .spyOn(Socket.prototype, 'send')
      .mockImplementationOnce(((_: Buffer, sent: (error: Error) => void) =>
        sent(Object.assign(new Error('no route'), { code: 'EHOSTUNREACH' }))) as never)
    failing.push(query())
    send.mockRestore()
    expect(await Promise.all(failing)).toEqual(new Array(4).fill('EHOSTUNREACH'))
    answerAll()
    const next = query()
    await arrived(1)
    answerAll()
    expect(await next).toBe('answered')
    expect(wrong).toEqual([])
    socket.close('CLOSED')
    late.close()
  })

  test('is not deceived by 20,000 forged responses to its ports, with known names and times', async () => {
    const spoofing = await startSpoofingServer({ perQuery: 200 })
    const victim = createResolver({
      servers: [spoofing],
      timeoutMs: TIMEOUT_MS,
      onWrongAnswer: (kind) => void wrong.push(kind),
    })
    let lookUps = 0
    for (; spoofing.forged() < 20_000; lookUps++) expect(await victim.a('victim.net')).toEqual(truth)
    expect(wrong.length).toBeLessThanOrEqual(6 * lookUps)
    await victim.close()
    await spoofing.close()
  })
})

describe('a server that does not preserve the case of a question', () => {
  /** So many letters that their random case is never all lower, which the server would preserve. */
  const letters = 'a'.repeat(60)
  const lower = `lower.${letters}.net`
  const lowerOverUdp = `lower-udp.${letters}.net`
  const zone = {
    [lower]: { A: ['192.0.2.1'], does: 'lower_case' },
    [lowerOverUdp]: { A: ['192.0.2.1'], does: 'lower_case_over_udp' },
  } as const
  let server: DnsServer
  let resolver: Resolver
  let log: ReturnType<typeof collectingLog>
  beforeEach(async () => {
    server = await startDnsServer(zone)
    log = collectingLog()
    resolver = createResolver({ servers: [server], timeoutMs: TIMEOUT_MS, log })
  })
  afterEach(async () => {
    await resolver.close()
    await server.close()
  })
  const overTcp = () => server.received.filter(({ over }) => over === 'tcp').length

  test('is detected by one response over TCP, and queried in lower case from then on', async () => {
    for (let i = 0; i < 20; i++) expect(await resolver.a(lower)).toEqual(truth)
    expect(overTcp()).toBe(1)
    expect(server.received.slice(2).every(({ asGiven }) => asGiven === lower)).toBe(true)
    expect(log.warnings).toEqual([expect.objectContaining({ message: expect.stringContaining('case') })])
  })

  test('is detected by four consecutive responses over UDP, if only UDP changes the case', async () => {
    for (let i = 0; i < 30; i++) expect(await resolver.a(lowerOverUdp)).toEqual(truth)
    expect(overTcp()).toBeLessThan(10)
    expect(log.warnings).toHaveLength(1)
  })

  test('also answers many concurrent queries', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => resolver.a(lower)))
    for (const answer of answers) expect(answer).toEqual(truth)
  })
})

describe('the cached case behaviour of a server', () => {
  let now = 1
  const make = () => {
    let timesDisabled = 0
    const caseRandomization = createCaseRandomization(
      () => void timesDisabled++,
      () => now,
    )
    return { ...caseRandomization, timesDisabled: () => timesDisabled }
  }

  test('requires four consecutive responses over UDP; a correct one in between resets it', () => {
    const { isEnabled, recordPreserved, recordChanged } = make()
    for (let i = 0; i < 100; i++) {
      expect([1, 2, 3].map(() => recordChanged('udp'))).toEqual([false, false, false])
      recordPreserved()
    }
    expect(isEnabled()).toBe(true)
    expect([1, 2, 3, 4].map(() => recordChanged('udp'))).toEqual([false, false, false, true])
    expect(isEnabled()).toBe(false)
  })

  test('lasts an hour, and is logged once', () => {
    const { isEnabled, recordChanged, timesDisabled } = make()
    expect(recordChanged('tcp')).toBe(true)
    now += 3_599_000
    expect(isEnabled()).toBe(false)
    now += 1_000
    expect(isEnabled()).toBe(true)
    expect(recordChanged('tcp')).toBe(true)
    expect(timesDisabled()).toBe(1)
  })
})

describe('the alarm', () => {
  test('warns once a minute, with the counts since the last warning', () => {
    let now = 0
    const log = collectingLog()
    const alarm = createSpoofAlarm({ log }, () => now)
    const server = { address: '192.0.2.53', port: 53 }
    for (; now < 90_000; now += 1_000) {
      alarm.wrongAnswer('id')
      alarm.portClosed(server)
    }
    expect(log.warnings.map(({ fields }) => fields)).toEqual([
      { server: '192.0.2.53#53', wrongAnswers: 1, portsClosed: 1 },
      { server: '192.0.2.53#53', wrongAnswers: 60, portsClosed: 60 },
    ])
  })
})
