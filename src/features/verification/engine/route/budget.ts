import { createCutOff } from '../../../../kernel/cutOff.js'
import type { Lookups } from './reach.js'

const TIMED_OUT = { outcome: 'timeout' } as const

/**
 * Look-ups that share one amount of time: once it is used up, each that is not answered has timed out. A domain with many
 * slow targets gets the verdict of a slow domain then, instead of keeping its caller waiting. The look-ups go on for
 * the cache's sake.
 */
export function startBudget(lookups: Lookups, milliseconds: number): { readonly lookups: Lookups; end(): void } {
  const { within, late } = createCutOff<typeof TIMED_OUT>()
  const timer = setTimeout(late, milliseconds, TIMED_OUT)
  return {
    lookups: {
      mx: (name) => within(lookups.mx(name)),
      a: (name) => within(lookups.a(name)),
      aaaa: (name) => within(lookups.aaaa(name)),
    },
    end: () => clearTimeout(timer),
  }
}
