// The source ports of DNS queries: unpredictable, replaced, and bounded in number.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createCaseRandomization } from '../../src/adapters/dns/spoofing/caseRandomization.js'
import { createSpoofAlarm } from '../../src/adapters/dns/spoofing/spoofAlarm.js'
import { createUdpTransport, type UdpLimits, type UdpTransport } from '../../src/adapters/dns/transport/udpTransport.js'
import { createTurnQuota } from '../../src/kernel/concurrency/turnQuota.js'
import { silentLog } from '../../src/kernel/log.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'

describe('the source ports of queries', () => {
  let server: DnsServer
  beforeAll(async () => {
    server = await startDnsServer({ 'a.net': { A: ['192.0.2.1'] }, 'silent.net': { does: 'silent' } })
  })
  beforeEach(() => server.forget())
  afterAll(() => server.close())

  const open = (limits?: Partial<UdpLimits>): UdpTransport => {
    const alarm = createSpoofAlarm({ log: silentLog })
    return createUdpTransport(
      { server, alarm, caseRandomization: createCaseRandomization(() => {}), takeTurn: createTurnQuota(32) },
      limits,
    )
  }
  const query = (udp: UdpTransport, name = 'a.net') =>
    new Promise<Buffer>((onAnswer, onError) => {
      const handler = { onAnswer, onError, onSuspect: onError, onSpoofing: () => onError('SPOOFED') }
      udp.query({ name, type: 'A', edns: true }, handler)
    })
  /** Sends queries that are never answered, never more at a time than the server's receive buffer holds. */
  async function querySilent(udp: UdpTransport, queries: number): Promise<Promise<unknown>[]> {
    const waiting: Promise<unknown>[] = []
    while (waiting.length < queries) {
      for (let i = 0; i < 100; i++) waiting.push(query(udp, 'silent.net').catch((code) => code))
      while (server.queries() < waiting.length) await setImmediate()
    }
    return waiting
  }
  const portsOf = (received: DnsServer['received']) => new Set(received.map(({ port }) => port))

  test('are many, with unpredictable ids, at a moderate rate of queries', async () => {
    const udp = open()
    for (let i = 0; i < 200; i++) {
      await query(udp)
      await sleep(1)
    }
    expect(portsOf(server.received).size).toBeGreaterThan(40)
    expect(new Set(server.received.map(({ id }) => id)).size).toBeGreaterThan(190)
    udp.close()
  })

  test('change continuously while many queries are in flight', async () => {
    const udp = open()
    const waiting = await querySilent(udp, 3_000)
    expect(portsOf(server.received).size).toBeGreaterThanOrEqual(3_000 / 64)
    udp.close()
    await Promise.all(waiting)
  })

  test('are abandoned after a few queries', async () => {
    const udp = open({ ports: 2, queriesPerPort: 5 })
    for (let i = 0; i < 200; i++) await query(udp)
    const uses = new Map<number, number>()
    for (const { port } of server.received) uses.set(port, (uses.get(port) ?? 0) + 1)
    expect(uses.size).toBeGreaterThanOrEqual(30)
    udp.close()
  })

  test('are closed after a while, so that an idle service has none open', async () => {
    const udp = open({ ports: 1, portAgeMs: 30 })
    await query(udp)
    const { port } = server.received[0]!
    while (!(await isFree(port))) await sleep(5)
    await query(udp)
    expect(server.queries()).toBe(2)
    udp.close()
  })

  test('are bounded, so that descriptors do not run out, however many queries wait', async () => {
    const udp = open({ ports: 4, queriesPerPort: 1, sockets: 12 })
    const waiting = await querySilent(udp, 500)
    expect(portsOf(server.received).size).toBeLessThanOrEqual(12)
    udp.close()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['CLOSED']))
  })

  test('grow in number when many queries wait, so that no socket is overrun', async () => {
    const udp = open({ queriesPerPort: 10_000 })
    const waiting = await querySilent(udp, 1_500)
    const waitingAt = new Map<number, number>()
    for (const { port } of server.received) waitingAt.set(port, (waitingAt.get(port) ?? 0) + 1)
    expect(Math.max(...waitingAt.values())).toBeLessThanOrEqual(64)
    udp.close()
    await Promise.all(waiting)
  })
})

/** Whether no socket is bound to this port. */
async function isFree(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  try {
    socket.bind(port, '0.0.0.0')
    await once(socket, 'listening')
    return true
  } catch {
    return false
  } finally {
    socket.close()
  }
}
