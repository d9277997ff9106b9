import { type Reading, type RecordsOf, readAnswer } from './answer.js'
import { isFormatError, isTruncated, type QueryType } from './query.js'
import type { TcpServer } from './tcp.js'
import type { UdpServer } from './udp.js'

/** The servers to ask, in the order of the settings. */
export interface Servers {
  readonly udp: readonly UdpServer[]
  readonly tcp: readonly TcpServer[]
  /** Whom to ask first: the server that answered last, so that a dead one costs its wait once. */
  preferred: number
}

export type LookUp<K extends QueryType> = Reading<RecordsOf[K]> | { readonly outcome: 'timeout' }

interface Try {
  readonly server: number
  readonly over: 'udp' | 'tcp'
  readonly edns: boolean
}

/**
 * When a question is asked again, as parts of the budget: early enough that a lost packet does not lose the
 * look-up, late enough that a server at work on it is not pestered.
 */
const ASKED_AGAIN = [0.2, 0.5]

/** How often a look-up whose port was closed under it goes out over UDP again, before it does over TCP. */
const SPOOFED_OVER_UDP = 1

/**
 * Asks one question until a server answers or `budgetMs` is over. An answer to any earlier try counts, so a slow
 * name has the whole budget. What may be forged is asked again over TCP, which nobody off the path can forge. A server that says it cannot tell, or a network that refuses, makes the next server
 * be asked at once; after a second failure the look-up is an error, unless a server that has not failed may still
 * answer. `done` is called once, later; what is returned gives up without calling it.
 */
export function lookUp<K extends QueryType>(
  servers: Servers,
  name: string,
  type: K,
  budgetMs: number,
  done: (result: LookUp<K>) => void,
): () => void {
  const outstanding = new Map<Try, () => void>()
  const failedServers: number[] = []
  let lastCode = ''
  let last = servers.preferred
  let edns = true
  let overTcp = false
  let timesSpoofed = 0
  let timesAskedAgain = 0
  let timer: NodeJS.Timeout
  let lastCall: NodeJS.Immediate | undefined

  function ask(server: number, over: 'udp' | 'tcp'): void {
    last = server
    const attempt: Try = { server, over, edns }
    const cancel = servers[over][server]!.ask(
      { name, type, edns },
      {
        answered: (packet) => {
          if (outstanding.delete(attempt)) answered(attempt, packet)
        },
        failed: (code) => {
          if (outstanding.delete(attempt)) failed(server, code)
        },
        doubted: (packet) => {
          if (outstanding.has(attempt)) doubted(server, packet)
        },
        spoofed: () => {
          if (outstanding.delete(attempt)) spoofed(server)
        },
      },
    )
    outstanding.set(attempt, cancel)
  }

  function doubted(server: number, packet: Buffer): void {
    if (isFormatError(packet)) edns = false
    askOverTcp(server)
  }

  function askOverTcp(server: number): void {
    if (overTcp) return
    overTcp = true
    ask(server, 'tcp')
  }

  function spoofed(server: number): void {
    if (timesSpoofed++ >= SPOOFED_OVER_UDP) askOverTcp(server)
    else if (!overTcp) ask(server, 'udp')
  }

  function answered(attempt: Try, packet: Buffer): void {
    if (isTruncated(packet)) truncated(attempt)
    else read(attempt, readAnswer(packet, name, type))
  }

  function truncated({ server, over }: Try): void {
    if (over === 'tcp') failed(server, 'TRUNCATED')
    else askOverTcp(server)
  }

  function read(attempt: Try, reading: Reading<RecordsOf[K]>): void {
    if (reading.outcome !== 'error') {
      servers.preferred = attempt.server
      conclude(reading)
    } else if (attempt.edns && (reading.code === 'FORMERR' || reading.code === 'BADVERS')) {
      edns = false
      ask(attempt.server, attempt.over)
    } else {
      failed(attempt.server, reading.code)
    }
  }

  function failed(server: number, code: string): void {
    lastCode = code
    overTcp = false
    failedServers.push(server)
    if (failedServers.length === 1) ask(next(), 'udp')
    else if (!mayStillAnswer()) conclude({ outcome: 'error', code })
  }

  function mayStillAnswer(): boolean {
    for (const { server } of outstanding.keys()) if (!failedServers.includes(server)) return true
    return false
  }

  /** The next server in turn that has not failed; where all have, simply the next. */
  function next(): number {
    const count = servers.udp.length
    for (let step = 1; step <= count; step++) {
      const server = (last + step) % count
      if (!failedServers.includes(server)) return server
    }
    return (last + 1) % count
  }

  function wait(): void {
    const from = ASKED_AGAIN[timesAskedAgain - 1] ?? 0
    const to = ASKED_AGAIN[timesAskedAgain] ?? 1
    timer = setTimeout(elapsed, Math.max(0, budgetMs * (to - from)))
  }

  function elapsed(): void {
    if (timesAskedAgain === ASKED_AGAIN.length) {
      // A busy process may have the answer in a socket unread: sockets are read between timers and immediates.
      lastCall = setImmediate(() => conclude(lastCode ? { outcome: 'error', code: lastCode } : { outcome: 'timeout' }))
      return
    }
    timesAskedAgain++
    wait()
    if (!overTcp) ask(next(), 'udp')
  }

  function stop(): void {
    clearTimeout(timer)
    clearImmediate(lastCall)
    for (const cancel of outstanding.values()) cancel()
    outstanding.clear()
  }

  function conclude(result: LookUp<K>): void {
    stop()
    done(result)
  }

  wait()
  ask(last, 'udp')
  return stop
}
