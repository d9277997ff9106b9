// A DNS server on loopback, over UDP and TCP, with a zone that tests can change.
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server, type Socket as TcpSocket } from 'node:net'
import { decode, encode, type Packet } from 'dns-packet'
import { answerOf, type Zone, type ZoneEntry } from './answers.js'

export type { Zone, ZoneEntry } from './answers.js'

/** A question as received. */
interface Received {
  readonly name: string
  /** The name in its original case. */
  readonly asGiven: string
  readonly type: string
  readonly over: 'udp' | 'tcp'
  readonly id: number
  readonly edns: boolean
  /** The source port. */
  readonly port: number
}

export interface DnsServer {
  readonly address: string
  readonly port: number
  /** Every question since the start or the last `forget`. */
  readonly received: readonly Received[]
  /** The number of questions, optionally of one name and one type. */
  queries(name?: string, type?: string): number
  forget(): void
  /** Adds or replaces one name of the zone. */
  set(name: string, entry: ZoneEntry): void
  close(): Promise<void>
}

/**
 * Delay of the real response after a forged one, or of a second packet after the first: enough for the first to be
 * read.
 */
const AFTERWARDS_MS = 30

/**
 * A DNS server on loopback, UDP and TCP on one port, that answers from a table and misbehaves where the table says so.
 */
export async function startDnsServer(table: Zone, address = '127.0.0.1', wanted = 0): Promise<DnsServer> {
  const zone = new Map(Object.entries(table).map(([name, entry]) => [name.toLowerCase(), entry]))
  const received: Received[] = []
  const times = new Map<string, number>()
  const connections = new Set<TcpSocket>()
  const timers = new Set<NodeJS.Timeout>()
  const { udp, tcp, port } = await bindBoth(address, wanted)
  const elsewhere = createSocket(udpType(address)).bind(0, address)
  await once(elsewhere, 'listening')

  function later(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      then()
    }, ms)
    timers.add(timer)
  }

  /** Records the question and passes every packet of the reply to `send`, each at its time. */
  function reply(bytes: Buffer, over: 'udp' | 'tcp', from: number, send: (packet: Buffer, forged: boolean) => void) {
    const query = decode(bytes)
    const [question] = query.questions ?? []
    if (!question) return
    const name = question.name.toLowerCase()
    const edns = (query.additionals ?? []).some(({ type }) => type === 'OPT')
    received.push({ name, asGiven: question.name, type: question.type, over, id: query.id ?? 0, edns, port: from })
    const before = times.get(`${name} ${question.type}`) ?? 0
    times.set(`${name} ${question.type}`, before + 1)
    const answer = answerOf(zone, { name, type: question.type, over, edns, before })
    const whole = (packet: Packet) => encode({ ...packet, type: 'response', id: query.id, questions: [question] })
    const start = answer.delayMs
    switch (answer.kind) {
      case 'silent':
        return
      case 'packet':
        return later(start, () => send(whole(answer.packet), false))
      case 'raw':
        return later(start, () => send(answer.bytes(bytes, whole(answer.packet)), false))
      case 'forged_first':
        later(start, () => {
          for (let time = 0; time < (answer.times ?? 1); time++)
            send(answer.forge(whole(answer.forged), time), answer.fromElsewhere)
        })
        return later(start + AFTERWARDS_MS, () => send(whole(answer.packet), false))
    }
  }

  udp.on('message', (bytes, from) => {
    reply(bytes, 'udp', from.port, (packet, fromElsewhere) => {
      const socket = fromElsewhere ? elsewhere : udp
      socket.send(packet, from.port, from.address)
    })
  })

  tcp.on('connection', (socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    socket.on('error', () => socket.destroy())
    let bytes: Buffer = Buffer.alloc(0)
    socket.on('data', (more) => {
      bytes = Buffer.concat([bytes, more])
      if (bytes.length < 2 || bytes.length < bytes.readUInt16BE(0) + 2) return
      const query = bytes.subarray(2)
      const { name } = decode(query).questions![0]!
      const entry = zone.get(name.toLowerCase())
      if (entry?.tcp === 'hangs_up') return void socket.destroy()
      reply(query, 'tcp', socket.remotePort ?? 0, (packet) => {
        const framed = Buffer.concat([Buffer.from([packet.length >> 8, packet.length & 0xff]), packet])
        if (entry?.tcp !== 'in_pieces') return void socket.write(framed)
        const pieces = [framed.subarray(0, 1), framed.subarray(1, 20), framed.subarray(20)]
        for (const [turn, piece] of pieces.entries()) later(turn * 10, () => socket.write(piece))
      })
    })
  })

  return {
    address,
    port,
    received,
    queries: (name, type) =>
      received.filter((each) => (!name || each.name === name) && (!type || each.type === type)).length,
    forget: () => void received.splice(0),
    set: (name, entry) => void zone.set(name.toLowerCase(), entry),
    async close() {
      for (const timer of timers) clearTimeout(timer)
      for (const connection of connections) connection.destroy()
      elsewhere.close()
      udp.close()
      tcp.close()
      await once(tcp, 'close')
    },
  }
}

const udpType = (address: string) => (address.includes(':') ? 'udp6' : 'udp4')

/** UDP and TCP on one port that was free for both. */
export async function bindBoth(address: string, wanted = 0): Promise<{ udp: Socket; tcp: Server; port: number }> {
  for (;;) {
    const udp = createSocket(udpType(address)).bind(wanted, address)
    await once(udp, 'listening')
    const { port } = udp.address()
    const tcp = createServer().listen(port, address)
    try {
      await once(tcp, 'listening')
      return { udp, tcp, port }
    } catch (error) {
      udp.close()
      if (wanted !== 0) throw error
    }
  }
}
