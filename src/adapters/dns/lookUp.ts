// One DNS lookup: which servers are queried, in what order, and when the lookup is given up.
import type { TurnQuota } from '../../kernel/concurrency/turnQuota.js'
import { type ParsedAnswer, parseAnswer, type RecordsOf } from './message/answer.js'
import { isFormatError, isTruncated, type QueryType } from './message/query.js'
import type { TcpTransport } from './transport/tcpTransport.js'
import type { UdpQueryHandler } from './transport/udpSocket.js'
import type { UdpTransport } from './transport/udpTransport.js'

/** Transports to the configured servers, in the order of the settings. */
export interface Servers {
  readonly udp: readonly UdpTransport[]
  readonly tcp: readonly TcpTransport[]
  /** Index of the server to query first: the last one that answered, so that a dead server delays one lookup only. */
  preferred: number
  /** Answers, retries and timeouts per turn of the event loop: lookups that started together expire together. */
  readonly takeTurn: TurnQuota
}

export type LookUpResult<K extends QueryType> = ParsedAnswer<RecordsOf[K]> | { readonly outcome: 'timeout' }

interface LookUpOptions<K extends QueryType> {
  readonly name: string
  readonly type: K
  readonly timeoutMs: number
  /** Called once, never before `start` has returned. */
  readonly onResult: (result: LookUpResult<K>) => void
}

type Transport = 'udp' | 'tcp'

/** A query in flight. */
interface Attempt {
  /** Index of the server. */
  readonly server: number
  readonly transport: Transport
  readonly edns: boolean
}

/**
 * Times of the retries, as fractions of the timeout: early enough that a lost packet does not fail the lookup, late
 * enough that a server which is still resolving the name is not flooded.
 */
const RETRY_AT = [0.2, 0.5]

/** Retries over UDP, from another port, after a port was closed because of spoofed answers; the next retry uses TCP. */
const MAX_SPOOFED_UDP_RETRIES = 1

/**
 * The lookup of one name and type: queries servers until one answers or the timeout expires.
 *
 * - An answer to any earlier attempt counts, so a slow name has the whole timeout.
 * - An answer that may be forged is not used; the query is repeated over TCP, which an off-path attacker cannot forge.
 * - A server error (SERVFAIL, REFUSED …) or a network error moves the lookup to the next server immediately. After a
 *   second failure the result is an error, unless a query is in flight to a server that has not failed.
 */
export class LookUp<K extends QueryType> {
  readonly #servers: Servers
  readonly #options: LookUpOptions<K>
  /** Attempts in flight, each with the function that cancels it. */
  readonly #inFlight = new Map<Attempt, () => void>()
  readonly #failedServers: number[] = []
  #lastErrorCode = ''
  #lastServer: number
  /** Whether to send EDNS; off once a server has rejected it. */
  #edns = true
  #timesSpoofed = 0
  #retries = 0
  #timer: NodeJS.Timeout | undefined
  #timeoutCheck: NodeJS.Immediate | undefined
  #isOver = false

  constructor(servers: Servers, options: LookUpOptions<K>) {
    this.#servers = servers
    this.#options = options
    this.#lastServer = servers.preferred
  }

  start(): void {
    this.#scheduleRetry()
    this.#send(this.#lastServer, 'udp')
  }

  /** Stops all attempts. `onResult` is not called afterwards. */
  cancel(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    clearImmediate(this.#timeoutCheck)
    for (const cancel of this.#inFlight.values()) cancel()
    this.#inFlight.clear()
  }

  #finish(result: LookUpResult<K>): void {
    this.cancel()
    this.#options.onResult(result)
  }

  #send(server: number, transport: Transport): void {
    const { name, type } = this.#options
    this.#lastServer = server
    const attempt: Attempt = { server, transport, edns: this.#edns }
    const question = { name, type, edns: this.#edns }
    this.#inFlight.set(attempt, this.#servers[transport][server]!.query(question, this.#handlerOf(attempt)))
  }

  #sendOverTcp(server: number): void {
    if (!this.#usesTcp()) this.#send(server, 'tcp')
  }

  /** Whether a query over TCP is in flight; then none is repeated over UDP. */
  #usesTcp(): boolean {
    for (const { transport } of this.#inFlight.keys()) if (transport === 'tcp') return true
    return false
  }

  #handlerOf(attempt: Attempt): UdpQueryHandler {
    return {
      onAnswer: (packet) => {
        if (this.#inFlight.delete(attempt)) this.#handleAnswer(attempt, packet)
      },
      onError: (code) => {
        if (this.#inFlight.delete(attempt)) this.#handleError(attempt.server, code)
      },
      onSuspect: (packet) => {
        if (this.#inFlight.has(attempt)) this.#handleSuspect(attempt.server, packet)
      },
      onSpoofing: () => {
        if (this.#inFlight.delete(attempt)) this.#handleSpoofing(attempt.server)
      },
    }
  }

  #handleAnswer(attempt: Attempt, packet: Buffer): void {
    const { server, transport, edns } = attempt
    if (isTruncated(packet)) {
      if (transport === 'tcp') this.#handleError(server, 'TRUNCATED')
      else this.#sendOverTcp(server)
      return
    }
    const answer = parseAnswer(packet, this.#options.name, this.#options.type)
    if (answer.outcome !== 'error') {
      this.#servers.preferred = server
      this.#finish(answer)
    } else if (edns && (answer.code === 'FORMERR' || answer.code === 'BADVERS')) {
      this.#edns = false
      this.#send(server, transport)
    } else {
      this.#handleError(server, answer.code)
    }
  }

  #handleError(server: number, code: string): void {
    this.#lastErrorCode = code
    this.#failedServers.push(server)
    if (this.#failedServers.length === 1) this.#send(this.#nextServer(), 'udp')
    else if (!this.#mayStillSucceed()) this.#finish({ outcome: 'error', code })
  }

  #handleSuspect(server: number, packet: Buffer): void {
    if (isFormatError(packet)) this.#edns = false
    this.#sendOverTcp(server)
  }

  #handleSpoofing(server: number): void {
    if (this.#timesSpoofed++ >= MAX_SPOOFED_UDP_RETRIES) this.#sendOverTcp(server)
    else if (!this.#usesTcp()) this.#send(server, 'udp')
  }

  /** Whether a query is in flight to a server that has not failed. */
  #mayStillSucceed(): boolean {
    for (const { server } of this.#inFlight.keys()) if (!this.#failedServers.includes(server)) return true
    return false
  }

  /** The next server, round-robin, that has not failed; if all have failed, the next one. */
  #nextServer(): number {
    const count = this.#servers.udp.length
    for (let step = 1; step <= count; step++) {
      const server = (this.#lastServer + step) % count
      if (!this.#failedServers.includes(server)) return server
    }
    return (this.#lastServer + 1) % count
  }

  /** Starts the timer of the next retry or, after the last one, of the timeout. */
  #scheduleRetry(): void {
    const from = RETRY_AT[this.#retries - 1] ?? 0
    const to = RETRY_AT[this.#retries] ?? 1
    this.#timer = setTimeout(() => this.#handleTimer(), Math.max(0, this.#options.timeoutMs * (to - from)))
  }

  #handleTimer(): void {
    if (this.#retries === RETRY_AT.length) {
      // In a busy process the answer may wait in the socket's buffer: Node reads sockets between timers and immediates.
      // What has been read takes its turn first.
      this.#timeoutCheck = setImmediate(() => this.#inTurn(() => this.#handleTimeout()))
      return
    }
    this.#retries++
    this.#scheduleRetry()
    this.#inTurn(() => this.#retry())
  }

  #retry(): void {
    if (!this.#usesTcp()) this.#send(this.#nextServer(), 'udp')
  }

  #inTurn(step: () => void): void {
    const turn = this.#servers.takeTurn()
    if (!turn) step()
    else void turn.then(() => this.#isOver || step())
  }

  #handleTimeout(): void {
    const code = this.#lastErrorCode
    this.#finish(code ? { outcome: 'error', code } : { outcome: 'timeout' })
  }
}
