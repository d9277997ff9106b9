// A cache in front of the resolver: answers live for their TTL, concurrent lookups are shared.
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../kernel/clock.js'
import { abortable, createSingleFlight } from '../../kernel/concurrency/singleFlight.js'
import { textEntryLimit } from '../../kernel/entryLimit.js'
import type { DnsAnswer, MxRecord, Resolver } from '../../kernel/ports/resolver.js'

interface CachingResolverOptions {
  /** Maximum number of cached answers, fewer if they hold long names; the least recently used is evicted first. */
  readonly maxEntries: number
  readonly clock: Clock
}

type CacheableAnswer<T> = Extract<DnsAnswer<T>, { ttl: number }>

/** An address or an MX record. */
type CachedRecord = string | MxRecord

interface Entry<T> {
  readonly answer: CacheableAnswer<T>
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Seconds: a day for records, three hours for negative answers (RFC 2308 section 5). */
const MAX_TTL = 86_400
const MAX_NEGATIVE_TTL = 10_800

/**
 * Caches answers for their TTL, including negative ones; concurrent callers with the same name and type share one
 * lookup. Timeouts and errors are not cached. A cached answer's `ttl` is the number of remaining seconds. A caller's
 * signal ends its own wait only: the lookup continues for the other callers and the cache.
 */
export function createCachingResolver(resolver: Resolver, { maxEntries, clock }: CachingResolverOptions): Resolver {
  const entries = new LRUCache<string, Entry<CachedRecord>>(textEntryLimit(maxEntries, textsOf))

  function cached<T extends CachedRecord>(type: string, lookUp: (name: string) => Promise<DnsAnswer<T>>) {
    const singleFlight = createSingleFlight<DnsAnswer<T>>()
    return (hostName: string, signal?: AbortSignal): Promise<DnsAnswer<T>> => {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const name = hostName.toLowerCase()
      const key = `${type} ${name}`
      const entry = entries.get(key) as Entry<T> | undefined
      const ttl = entry ? Math.floor((entry.expiresAt - clock.now()) / 1000) : 0
      // More is left than there was if the clock was set back.
      if (entry && ttl > 0 && ttl <= entry.answer.ttl) return Promise.resolve({ ...entry.answer, ttl })
      const flight = singleFlight(name, () => lookUp(name).then((answer) => store(key, answer)))
      return abortable(flight, signal)
    }
  }

  /** Stores an answer if it may be cached. Returns it with its TTL limited. */
  function store<T extends CachedRecord>(key: string, answer: DnsAnswer<T>): DnsAnswer<T> {
    if (answer.outcome === 'timeout' || answer.outcome === 'error') return answer
    const ttl = Math.min(answer.ttl, answer.outcome === 'found' ? MAX_TTL : MAX_NEGATIVE_TTL)
    const limited: CacheableAnswer<T> = ttl === answer.ttl ? answer : { ...answer, ttl }
    if (ttl > 0) entries.set(key, { answer: limited, expiresAt: clock.now() + ttl * 1000 })
    return limited
  }

  return {
    mx: cached('MX', (name) => resolver.mx(name)),
    a: cached('A', (name) => resolver.a(name)),
    aaaa: cached('AAAA', (name) => resolver.aaaa(name)),
    close: () => resolver.close(),
  }
}

function textsOf({ answer }: Entry<CachedRecord>): readonly string[] {
  if (answer.outcome !== 'found') return []
  return answer.records.map((record) => (typeof record === 'string' ? record : record.exchange))
}
