// One UDP socket of the resolver: sends queries, and takes only responses that match one.
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { TurnQuota } from '../../../kernel/concurrency/turnQuota.js'
import { sharedWork } from '../../../kernel/limits.js'
import { encodeQuery, matchAnswer, type Question } from '../message/query.js'
import type { CaseRandomization } from '../spoofing/caseRandomization.js'
import { random16 } from '../spoofing/random.js'
import type { SpoofAlarm, WrongAnswer } from '../spoofing/spoofAlarm.js'

export interface DnsServer {
  /** IPv4 or IPv6. */
  readonly address: string
  readonly port: number
}

/** Callbacks of one query. None is called before `query` has returned, and none after `onAnswer` or `onError`. */
export interface QueryHandler {
  /** A packet that answers the question arrived; it is not parsed yet. */
  onAnswer(packet: Buffer): void
  /** The query failed; `code` is the system's error code. */
  onError(code: string): void
}

export interface UdpQueryHandler extends QueryHandler {
  /** A packet with the right id does not repeat the question: it may be forged. The query stays in flight. */
  onSuspect(packet: Buffer): void
  /**
   * The port was closed because an attacker guesses ids on it: repeat the query from another port. No callback follows.
   */
  onSpoofing(): void
}

/** State of one server, shared by all sockets that are connected to it. */
export interface UdpContext {
  readonly server: DnsServer
  readonly caseRandomization: CaseRandomization
  readonly alarm: SpoofAlarm
  /** Answers handled per turn of the event loop: a burst of them must not block requests that need no DNS. */
  readonly takeTurn: TurnQuota
}

interface PendingQuery {
  readonly packet: Buffer
  readonly question: Question
  readonly handler: UdpQueryHandler
}

/**
 * Wrong answers after which a port is closed: an attacker who has found the port has this many guesses at an id. Some
 * are tolerated because servers make mistakes; PowerDNS tolerates 1 (spoof-nearmiss-max).
 */
const MAX_WRONG_ANSWERS = sharedWork.dnsSockets.wrongAnswers
/** Ids of completed queries that are kept: a late or duplicate answer to one of them is not an attack. */
const MAX_COMPLETED_IDS = 4_096

/**
 * UDP socket on a random port, connected to one server: the kernel drops packets from other addresses. It does not keep
 * the process alive.
 */
export class UdpSocket {
  readonly #context: UdpContext
  readonly #onClose: () => void
  readonly #socket: Socket
  /** Queries in flight by id. */
  readonly #pending = new Map<number, PendingQuery>()
  readonly #completedIds = new Set<number>()
  #wrongAnswers = 0
  /** Packets that wait until the socket is connected; undefined from then on. */
  #unsent: Buffer[] | undefined = []
  #remoteAddress: string | undefined
  #state: 'open' | 'retired' | 'closed' = 'open'
  /** Handles errors of the socket, and the result of every send. */
  readonly #onSocketError = (error: Error | null) => this.#handleSocketError(error)

  /** @param onClose called once, when the socket is closed for any reason */
  constructor(context: UdpContext, onClose: () => void) {
    const { address, port } = context.server
    this.#context = context
    this.#onClose = onClose
    this.#socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
    this.#socket.on('error', this.#onSocketError)
    this.#socket.on('message', (packet, sender) => {
      if (sender.port === port && sender.address === this.#remoteAddress) this.#receive(packet)
    })
    this.#socket.connect(port, address, ((error?: Error) => this.#handleConnected(error)) as () => void)
    this.#socket.unref()
  }

  /** Number of queries in flight. */
  get pendingCount(): number {
    return this.#pending.size
  }

  /** Sends a query under a new random id. Returns a function that cancels it. */
  query(question: Question, handler: UdpQueryHandler): () => void {
    let id = random16()
    while (this.#pending.has(id) || this.#completedIds.has(id)) id = random16()
    const packet = encodeQuery(id, question, this.#context.caseRandomization.isEnabled())
    const query: PendingQuery = { packet, question, handler }
    this.#pending.set(id, query)
    if (this.#unsent) this.#unsent.push(packet)
    else this.#socket.send(packet, this.#onSocketError)
    return () => {
      if (this.#pending.get(id) === query) this.#complete(id)
    }
  }

  /** Closes the socket as soon as no query is in flight. */
  retire(): void {
    if (this.#state === 'open') this.#state = 'retired'
    this.#closeIfIdle()
  }

  /** Closes the socket now; queries in flight fail with `code`. */
  close(code: string): void {
    for (const { handler } of this.#shut()) handler.onError(code)
  }

  #handleConnected(error: Error | undefined): void {
    if (this.#state === 'closed') return
    if (error) {
      this.close(codeOf(error))
      return
    }
    this.#remoteAddress = this.#socket.remoteAddress().address
    const packets = this.#unsent ?? []
    this.#unsent = undefined
    for (const packet of packets) this.#socket.send(packet, this.#onSocketError)
  }

  /** An unreachable port or network is reported on the socket, not on a single query: all queries in flight fail. */
  #handleSocketError(error: Error | null): void {
    if (!error || this.#state === 'closed') return
    if (this.#unsent) this.close(codeOf(error))
    else this.#failPending(codeOf(error))
  }

  #failPending(code: string): void {
    const failed = [...this.#pending]
    // Those that had been sent may be answered yet.
    for (const [id] of failed) this.#complete(id)
    for (const [, { handler }] of failed) handler.onError(code)
  }

  /** Only answers to queries in flight take turns: others need little work, and guessed ids close the port immediately. */
  #receive(packet: Buffer): void {
    const id = idOf(packet)
    const turn = this.#pending.has(id) ? this.#context.takeTurn() : undefined
    if (turn) void turn.then(() => this.#handlePacket(id, packet))
    else this.#handlePacket(id, packet)
  }

  #handlePacket(id: number, packet: Buffer): void {
    if (this.#state === 'closed') return
    const query = this.#pending.get(id)
    if (query) this.#handleResponse(id, packet, query)
    else if (!this.#completedIds.has(id)) this.#countWrongAnswer(id < 0 ? 'malformed' : 'id')
  }

  /** Handles a packet with the id of a query in flight. */
  #handleResponse(id: number, packet: Buffer, query: PendingQuery): void {
    const { caseRandomization } = this.#context
    const match = matchAnswer(packet, query.packet, query.question.name.length)
    if (match === 'exact') caseRandomization.recordPreserved()
    if (match === 'exact' || (match === 'case' && caseRandomization.recordChanged('udp'))) {
      this.#complete(id)
      query.handler.onAnswer(packet)
    } else if (match === 'no_answer') {
      this.#countWrongAnswer('question')
    } else {
      query.handler.onSuspect(packet)
      this.#countWrongAnswer(match)
    }
  }

  #countWrongAnswer(kind: WrongAnswer): void {
    const { alarm, server } = this.#context
    alarm.wrongAnswer(kind)
    if (++this.#wrongAnswers < MAX_WRONG_ANSWERS || this.#state === 'closed') return
    alarm.portClosed(server)
    for (const { handler } of this.#shut()) handler.onSpoofing()
  }

  #complete(id: number): void {
    this.#pending.delete(id)
    if (this.#completedIds.size === MAX_COMPLETED_IDS) this.#completedIds.clear()
    this.#completedIds.add(id)
    this.#closeIfIdle()
  }

  #closeIfIdle(): void {
    if (this.#state === 'retired' && this.#pending.size === 0) this.#shut()
  }

  /** Closes the socket. @returns the queries that were in flight */
  #shut(): PendingQuery[] {
    if (this.#state === 'closed') return []
    const queries = [...this.#pending.values()]
    this.#pending.clear()
    this.#state = 'closed'
    this.#socket.close()
    this.#onClose()
    return queries
  }
}

/** The id of a message; -1 if it is too short to have one. */
const idOf = (packet: Buffer): number => (packet.length < 2 ? -1 : packet.readUInt16BE(0))

const codeOf = (error: Error): string => (error as NodeJS.ErrnoException).code ?? 'NETWORK'
