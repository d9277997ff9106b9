import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { NameCase } from './nameCase.js'
import { encodeQuery, matchAnswer, type Question } from './query.js'
import { random16 } from './random.js'
import type { SpoofAlarm, WrongAnswer } from './spoofAlarm.js'

export interface DnsServer {
  /** IPv4 or IPv6. */
  readonly address: string
  readonly port: number
}

/** None of these is called before the asking function has returned, and none after `answered` and `failed`. */
export interface Asker {
  /** A packet that answers the question came in; what it says is still to be read. */
  answered(packet: Buffer): void
  /** The network refused; `code` is the system's name for it. */
  failed(code: string): void
}

export interface UdpAsker extends Asker {
  /** A packet with the right id does not repeat the question: it may be forged. The wait for another one goes on. */
  doubted(packet: Buffer): void
  /** Somebody guesses ids at this port, so it was closed: to be asked anew elsewhere. Nothing is called after this. */
  spoofed(): void
}

/** What is known of a server, whatever the port. */
export interface UdpContext {
  readonly server: DnsServer
  readonly nameCase: NameCase
  readonly alarm: SpoofAlarm
}

/** One connected UDP socket on a random port: the kernel drops what comes from elsewhere. */
export interface UdpLine {
  /** Sends a query under an id of its own; what it returns stops waiting for the answer. */
  ask(question: Question, asker: UdpAsker): () => void
  /** How many queries wait for their answer. */
  waiting(): number
  /** Closes the socket as soon as nobody waits on it. */
  retire(): void
  /** Closes the socket now; who waits on it fails with `code`. */
  close(code: string): void
}

interface Pending {
  readonly query: Buffer
  readonly question: Question
  readonly asker: UdpAsker
}

/**
 * Wrong answers after which a port is closed: whoever has found it out has so many guesses at an id. A few are left for
 * servers that err; PowerDNS has 1 (spoof-nearmiss-max).
 */
const WRONG_ANSWERS = 3
/** Ids of queries whose answers may come late or twice, which is no attack. */
const FINISHED_IDS = 4_096

/** Opens a line; it does not keep the process alive. `closed` is called once, also when it broke. */
export function openUdpLine({ server, nameCase, alarm }: UdpContext, closed: () => void): UdpLine {
  const { address, port } = server
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  const pending = new Map<number, Pending>()
  const finished = new Set<number>()
  let wrongAnswers = 0
  let unsent: Buffer[] | undefined = []
  let remote: string | undefined
  let state: 'open' | 'retired' | 'closed' = 'open'

  const send = (query: Buffer) => socket.send(query, failAll)

  socket.on('error', failAll)
  socket.on('message', (packet, sender) => {
    if (state === 'closed' || sender.port !== port || sender.address !== remote) return
    const id = packet.length < 2 ? -1 : packet.readUInt16BE(0)
    const waiting = pending.get(id)
    if (waiting) received(id, packet, waiting)
    else if (!finished.has(id)) wrong(id < 0 ? 'malformed' : 'id')
  })
  socket.connect(port, address, ((error?: Error) => {
    if (state === 'closed') return
    if (error) return close(codeOf(error))
    remote = socket.remoteAddress().address
    const queries = unsent ?? []
    unsent = undefined
    queries.forEach(send)
  }) as () => void)
  socket.unref()

  function received(id: number, packet: Buffer, { query, question, asker }: Pending): void {
    const match = matchAnswer(packet, query, question.name.length)
    if (match === 'exact') nameCase.preserved()
    if (match === 'exact' || (match === 'case' && nameCase.changed('udp'))) {
      release(id)
      asker.answered(packet)
    } else if (match === 'no_answer') {
      wrong('question')
    } else {
      asker.doubted(packet)
      wrong(match)
    }
  }

  function wrong(kind: WrongAnswer): void {
    alarm.wrongAnswer(kind)
    if (++wrongAnswers < WRONG_ANSWERS || state === 'closed') return
    alarm.portClosed(server)
    for (const { asker } of shut()) asker.spoofed()
  }

  /** An unreachable port or network shows on the socket, not on one query: it fails whoever waits. */
  function failAll(error: Error | null): void {
    if (!error || state === 'closed') return
    if (unsent) close(codeOf(error))
    else failPending(codeOf(error))
  }

  function failPending(code: string): void {
    const waiting = takeAll()
    closeWhenIdle()
    for (const { asker } of waiting) asker.failed(code)
  }

  function release(id: number): void {
    pending.delete(id)
    if (finished.size === FINISHED_IDS) finished.clear()
    finished.add(id)
    closeWhenIdle()
  }

  function closeWhenIdle(): void {
    if (state === 'retired' && pending.size === 0) shut()
  }

  function takeAll(): Pending[] {
    const waiting = [...pending.values()]
    pending.clear()
    return waiting
  }

  /** @returns who waited */
  function shut(): Pending[] {
    if (state === 'closed') return []
    const waiting = takeAll()
    state = 'closed'
    socket.close()
    closed()
    return waiting
  }

  function close(code: string): void {
    for (const { asker } of shut()) asker.failed(code)
  }

  return {
    ask(question, asker) {
      let id = random16()
      while (pending.has(id) || finished.has(id)) id = random16()
      const query = encodeQuery(id, question, nameCase.isMixed())
      const mine = { query, question, asker }
      pending.set(id, mine)
      if (unsent) unsent.push(query)
      else send(query)
      return () => {
        if (pending.get(id) === mine) release(id)
      }
    },
    waiting: () => pending.size,
    retire() {
      if (state === 'open') state = 'retired'
      closeWhenIdle()
    },
    close,
  }
}

const codeOf = (error: Error): string => (error as NodeJS.ErrnoException).code ?? 'NETWORK'
