import type { DnsAnswer } from '../../../../kernel/ports/resolver.js'
import type { Lookups } from './reach.js'

const TIMED_OUT = { outcome: 'timeout' } as const

/**
 * Look-ups that share one amount of time: once it is used up, each that is not answered has timed out. A domain with many
 * slow targets gets the verdict of a slow domain then, instead of keeping its caller waiting. The look-ups go on for
 * the cache's sake.
 */
export function startBudget(lookups: Lookups, milliseconds: number): { readonly lookups: Lookups; end(): void } {
  let expire = () => {}
  const expired = new Promise<typeof TIMED_OUT>((resolve) => {
    expire = () => resolve(TIMED_OUT)
  })
  const timer = setTimeout(() => expire(), milliseconds)
  const within = <T>(answer: Promise<DnsAnswer<T>>): Promise<DnsAnswer<T>> => Promise.race([answer, expired])
  return {
    lookups: {
      mx: (name) => within(lookups.mx(name)),
      a: (name) => within(lookups.a(name)),
      aaaa: (name) => within(lookups.aaaa(name)),
    },
    end: () => clearTimeout(timer),
  }
}
