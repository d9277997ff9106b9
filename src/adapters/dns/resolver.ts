import { isIP } from 'node:net'
import { performance } from 'node:perf_hooks'
import { type Log, silentLog } from '../../kernel/log.js'
import type { DnsAnswer, Resolver } from '../../kernel/ports/resolver.js'
import type { RecordsOf } from './answer.js'
import { createGate } from './gate.js'
import { type LookUp, lookUp, type Servers } from './lookUp.js'
import { isHostName } from './name.js'
import { createNameCase } from './nameCase.js'
import type { QueryType } from './query.js'
import { createSpoofAlarm, type WrongAnswer } from './spoofAlarm.js'
import { createTcpServer } from './tcp.js'
import { createUdpServer } from './udp.js'
import type { DnsServer } from './udpLine.js'

export type { WrongAnswer } from './spoofAlarm.js'
export type { DnsServer } from './udpLine.js'

export interface ResolverOptions {
  /** Recursive servers, at least one; the first is asked first. */
  readonly servers: readonly DnsServer[]
  /** Milliseconds for one look-up with all its tries, from when its first query is sent. */
  readonly timeoutMs: number
  /**
   * Look-ups under way at once; more wait for their turn, which does not count against `timeoutMs`: a busy
   * service must not call healthy names dead. The caller's signal bounds the wait.
   */
  readonly maxInFlight?: number
  /** Where it warns of servers that are spoofed, and names those that do not repeat a question as it was asked. */
  readonly log?: Log
  /** Told of every answer that came from a server's address and matched no query. */
  readonly onWrongAnswer?: (kind: WrongAnswer) => void
}

const MAX_IN_FLIGHT = 2_000
/** CNAMEs that servers left open and we followed with a query of our own. */
const LONGEST_CHASE = 8
/** Seconds for which a text that cannot be a name does not exist: the longest for negatives (RFC 2308 section 5). */
const IMPOSSIBLE_NAME_TTL = 10_800

/**
 * A stub resolver over UDP with TCP for what does not fit. A text that is no host name is `no_name` without a
 * query. Throws on a server that is no IP address. After `close`, every look-up is the error `CLOSED`.
 */
export function createResolver(options: ResolverOptions): Resolver {
  const { servers, timeoutMs, maxInFlight = MAX_IN_FLIGHT, log = silentLog, onWrongAnswer } = options
  if (servers.length === 0) throw new Error('No DNS server to ask: set DNS_SERVERS')
  for (const { address } of servers)
    if (!isIP(address)) throw new Error(`Not an IP address of a DNS server: ${address}`)
  const alarm = createSpoofAlarm({ log, onWrongAnswer })
  const contexts = servers.map((server) => ({
    server,
    alarm,
    nameCase: createNameCase(() => sayCaseIsLost(log, server)),
  }))
  const asked: Servers = {
    udp: contexts.map((context) => createUdpServer(context)),
    tcp: contexts.map((context) => createTcpServer(context)),
    preferred: 0,
  }
  const gate = createGate(maxInFlight)

  function resolve<K extends QueryType>(
    asGiven: string,
    type: K,
    signal: AbortSignal | undefined,
  ): Promise<DnsAnswer<RecordsOf[K]>> {
    const name = asGiven.toLowerCase()
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (!isHostName(name)) return Promise.resolve({ outcome: 'no_name', ttl: IMPOSSIBLE_NAME_TTL })
    return new Promise((settle, reject) => {
      let stop: (() => void) | undefined
      const abort = () => {
        if (stop) {
          stop()
          gate.leave()
        }
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
      gate.enter(() => {
        if (signal?.aborted) return false
        const deadline = performance.now() + timeoutMs
        follow(name, Number.POSITIVE_INFINITY, LONGEST_CHASE)
        return true

        function follow(at: string, ttl: number, chases: number): void {
          stop = lookUp(asked, at, type, deadline - performance.now(), (result) => {
            if (result.outcome === 'alias' && chases > 0 && isHostName(result.target)) {
              return follow(result.target, Math.min(ttl, result.ttl), chases - 1)
            }
            signal?.removeEventListener('abort', abort)
            gate.leave()
            settle(finalAnswer(result, ttl))
          })
        }
      })
    })
  }

  return {
    mx: (name, signal) => resolve(name, 'MX', signal),
    a: (name, signal) => resolve(name, 'A', signal),
    aaaa: (name, signal) => resolve(name, 'AAAA', signal),
    async close() {
      for (const server of [...asked.udp, ...asked.tcp]) server.close()
    },
  }
}

const sayCaseIsLost = (log: Log, { address, port }: DnsServer): void =>
  log.warn(
    { server: `${address}#${port}` },
    'a DNS server does not repeat the case of a question; its answers are told from forged ones by port and id alone',
  )

/** An answer lives no longer than the aliases that led to it. */
function finalAnswer<K extends QueryType>(result: LookUp<K>, aliasTtl: number): DnsAnswer<RecordsOf[K]> {
  switch (result.outcome) {
    case 'timeout':
    case 'error':
      return result
    case 'alias':
      return { outcome: 'error', code: 'CNAME_CHAIN' }
    default:
      return result.ttl <= aliasTtl ? result : { ...result, ttl: aliasTtl }
  }
}
