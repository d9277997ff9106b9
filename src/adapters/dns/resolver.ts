// The stub resolver that every DNS lookup of the service goes through.
import { isIP } from 'node:net'
import { performance } from 'node:perf_hooks'
import { createTurnQuota } from '../../kernel/concurrency/turnQuota.js'
import { sharedWork } from '../../kernel/limits.js'
import { type Log, silentLog } from '../../kernel/log.js'
import type { DnsAnswer, Resolver, ReverseResolver } from '../../kernel/ports/resolver.js'
import { createCallbackSemaphore } from './callbackSemaphore.js'
import { LookUp, type LookUpResult, type Servers } from './lookUp.js'
import type { RecordsOf } from './message/answer.js'
import { isHostName } from './message/hostName.js'
import type { QueryType } from './message/query.js'
import { createCaseRandomization } from './spoofing/caseRandomization.js'
import { createSpoofAlarm, type SpoofAlarm, type WrongAnswer } from './spoofing/spoofAlarm.js'
import { createTcpTransport } from './transport/tcpTransport.js'
import type { DnsServer } from './transport/udpSocket.js'
import { createUdpTransport } from './transport/udpTransport.js'

export type { WrongAnswer } from './spoofing/spoofAlarm.js'

export interface ResolverOptions {
  /** Recursive servers, at least one; the first is queried first. */
  readonly servers: readonly DnsServer[]
  /** Timeout of one lookup with all its retries, from when its first query is sent. */
  readonly timeoutMs: number
  /**
   * Maximum number of concurrent lookups. The wait for a permit does not count towards `timeoutMs`, because a busy
   * service must not report healthy names as dead; the caller's signal bounds it.
   */
  readonly maxInFlight?: number
  /** Receives warnings of spoofed answers, and of servers that do not preserve the case of questions. */
  readonly log?: Log
  /** Called for every packet that came from a server's address and matched no query. */
  readonly onWrongAnswer?: (kind: WrongAnswer) => void
}

/** CNAMEs that are followed with a query of our own because the server did not resolve them. */
const MAX_ALIASES = 8
/**
 * Answers, retries and timeouts handled in one turn of the event loop, a millisecond of work: an attacker's servers can
 * make a thousand lookups end at the same time.
 */
const STEPS_PER_TURN = 32
/** Seconds; the TTL of `no_name` for an invalid name: the maximum for negative answers (RFC 2308 section 5). */
const INVALID_NAME_TTL = 10_800

/**
 * Stub resolver over UDP, with TCP for truncated answers. A text that is not a host name is `no_name` without a query.
 * After `close`, every lookup is the error `CLOSED`.
 * @throws Error without servers, or for a server that is not an IP address
 */
export function createResolver(options: ResolverOptions): Resolver & ReverseResolver {
  const { timeoutMs, maxInFlight = sharedWork.dns.permits, log = silentLog, onWrongAnswer } = options
  const servers = openServers(options.servers, log, createSpoofAlarm({ log, onWrongAnswer }))
  const semaphore = createCallbackSemaphore(maxInFlight)

  function resolve<K extends QueryType>(
    hostName: string,
    type: K,
    signal: AbortSignal | undefined,
  ): Promise<DnsAnswer<RecordsOf[K]>> {
    const name = hostName.toLowerCase()
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (!isHostName(name)) return Promise.resolve({ outcome: 'no_name', ttl: INVALID_NAME_TTL })
    return new Promise((settle, reject) => {
      let lookUp: LookUp<K> | undefined
      let deadline = 0

      function abort(): void {
        if (lookUp) {
          lookUp.cancel()
          semaphore.release()
        }
        reject(signal?.reason)
      }

      function start(target: string, aliasTtl: number, aliasesLeft: number): void {
        const onResult = (result: LookUpResult<K>) => {
          if (result.outcome === 'alias' && aliasesLeft > 0 && isHostName(result.target)) {
            return start(result.target, Math.min(aliasTtl, result.ttl), aliasesLeft - 1)
          }
          signal?.removeEventListener('abort', abort)
          semaphore.release()
          settle(finalAnswer(result, aliasTtl))
        }
        lookUp = new LookUp(servers, { name: target, type, timeoutMs: deadline - performance.now(), onResult })
        lookUp.start()
      }

      signal?.addEventListener('abort', abort, { once: true })
      semaphore.acquire(() => {
        if (signal?.aborted) return false
        deadline = performance.now() + timeoutMs
        start(name, Number.POSITIVE_INFINITY, MAX_ALIASES)
        return true
      })
    })
  }

  return {
    mx: (name, signal) => resolve(name, 'MX', signal),
    a: (name, signal) => resolve(name, 'A', signal),
    aaaa: (name, signal) => resolve(name, 'AAAA', signal),
    ptr: (name, signal) => resolve(name, 'PTR', signal),
    async close() {
      for (const transport of [...servers.udp, ...servers.tcp]) transport.close()
    },
  }
}

function openServers(servers: readonly DnsServer[], log: Log, alarm: SpoofAlarm): Servers {
  if (servers.length === 0) throw new Error('No DNS server is configured: set DNS_SERVERS.')
  for (const { address } of servers) {
    if (!isIP(address)) throw new Error(`The address of a DNS server is not an IP address: ${address}`)
  }
  const takeTurn = createTurnQuota(STEPS_PER_TURN)
  const contexts = servers.map((server) => ({
    server,
    alarm,
    takeTurn,
    caseRandomization: createCaseRandomization(() => warnOfChangedCase(log, server)),
  }))
  return {
    udp: contexts.map((context) => createUdpTransport(context)),
    tcp: contexts.map((context) => createTcpTransport(context)),
    preferred: 0,
    takeTurn,
  }
}

const warnOfChangedCase = (log: Log, { address, port }: DnsServer): void =>
  log.warn(
    { server: `${address}#${port}` },
    'the DNS server does not preserve the case of questions; only port and id now protect its answers from forgery',
  )

/** Limits the TTL of an answer to that of the aliases that led to it. */
function finalAnswer<K extends QueryType>(result: LookUpResult<K>, aliasTtl: number): DnsAnswer<RecordsOf[K]> {
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
