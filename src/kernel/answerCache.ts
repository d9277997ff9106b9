// Caches answers for a while, and asks once at a time for each.
import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.js'
import { entryLimit } from './entryLimit.js'
import { monotonicTtl } from './monotonicTtl.js'

export interface AnswerCache<Answer> {
  /** Synchronous while the answer is cached; a failure is not cached. Rejects with the error of asking. */
  of(key: string): Answer | Promise<Answer>
  /** To be called when the answer may have changed: one that is being asked for is returned, but not cached. */
  forget(key: string): void
}

interface AnswerCacheOptions<Answer> {
  readonly ask: (key: string) => Promise<Answer>
  readonly maxEntries: number
  /** Lifetime of an answer: a change by another process takes effect within it. */
  readonly ttlMs: number
  readonly clock: Clock
}

export function createAnswerCache<Answer extends NonNullable<unknown>>(
  options: AnswerCacheOptions<Answer>,
): AnswerCache<Answer> {
  const { ask, maxEntries, ttlMs, clock } = options
  const cache = new LRUCache<string, Answer | Promise<Answer>>({
    ...entryLimit(maxEntries),
    ...monotonicTtl(ttlMs, clock),
  })

  return {
    of(key) {
      const known = cache.get(key)
      if (known !== undefined) return known
      const asked = ask(key)
      cache.set(key, asked)
      const keep = (answer: Answer | undefined) => {
        if (cache.peek(key) !== asked) return
        if (answer === undefined) cache.delete(key)
        else cache.set(key, answer)
      }
      asked.then(keep, () => keep(undefined))
      return asked
    },
    forget: (key) => void cache.delete(key),
  }
}
