import { LRUCache } from 'lru-cache'
import type { Clock } from '../../kernel/clock.js'
import { abortable, createSingleFlight } from '../../kernel/concurrency/singleFlight.js'
import type { DnsAnswer, Resolver } from '../../kernel/ports/resolver.js'

export interface CachingResolverOptions {
  readonly maxEntries: number
  readonly clock: Clock
}

type LastingAnswer<T> = Extract<DnsAnswer<T>, { ttl: number }>

/** Seconds. A day for records; three hours for negatives (RFC 2308 section 5). */
const LONGEST_POSITIVE = 86_400
const LONGEST_NEGATIVE = 10_800

/**
 * Keeps answers for their TTL, negatives too, and lets concurrent callers of one name and type share one look-up.
 * Time-outs and errors are never kept. A hit tells the seconds that are left. A caller's signal ends its own wait
 * only: the look-up goes on for the others, and for the cache.
 */
export function createCachingResolver(resolver: Resolver, { maxEntries, clock }: CachingResolverOptions): Resolver {
  function cacheOf<T>(type: string, ask: (name: string) => Promise<DnsAnswer<T>>) {
    const fly = createSingleFlight<DnsAnswer<T>>()
    return (asGiven: string, signal?: AbortSignal): Promise<DnsAnswer<T>> => {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const name = asGiven.toLowerCase()
      const key = `${type} ${name}`
      const kept = entries.get(key) as Entry<T> | undefined
      const left = kept ? Math.floor((kept.until - clock.now()) / 1000) : 0
      if (kept && left > 0) return Promise.resolve({ ...kept.answer, ttl: left })
      const asking = fly(name, () => ask(name).then((answer) => keep(key, answer)))
      return abortable(asking, signal)
    }
  }

  interface Entry<T> {
    readonly answer: LastingAnswer<T>
    /** Milliseconds since the epoch. */
    readonly until: number
  }
  const entries = new LRUCache<string, Entry<unknown>>({ max: maxEntries })

  function keep<T>(key: string, answer: DnsAnswer<T>): DnsAnswer<T> {
    if (answer.outcome === 'timeout' || answer.outcome === 'error') return answer
    const ttl = Math.min(answer.ttl, answer.outcome === 'found' ? LONGEST_POSITIVE : LONGEST_NEGATIVE)
    const lasting: LastingAnswer<T> = ttl === answer.ttl ? answer : { ...answer, ttl }
    if (ttl > 0) entries.set(key, { answer: lasting, until: clock.now() + ttl * 1000 })
    return lasting
  }

  return {
    mx: cacheOf('MX', (name) => resolver.mx(name)),
    a: cacheOf('A', (name) => resolver.a(name)),
    aaaa: cacheOf('AAAA', (name) => resolver.aaaa(name)),
    close: () => resolver.close(),
  }
}
