import type { Clock } from '../../../kernel/clock.js'
import { digestOf } from '../apiKey.js'

/**
 * Digests of the valid keys seen in the last `ttlMs`, so that a busy key is not hashed for each request. The first key
 * after that time clears them, so that of a busy service plain keys are kept no longer.
 */
export function createRecentDigests(clock: Clock, ttlMs: number) {
  const digests = new Map<string, string>()
  let since = 0

  return {
    /** @param check called before an unknown key is hashed; may throw */
    digestOf(key: string, check: (key: string) => void): string {
      const now = clock.now()
      if (Math.abs(now - since) >= ttlMs) {
        digests.clear()
        since = now
      }
      const known = digests.get(key)
      if (known !== undefined) return known
      check(key)
      const digest = digestOf(key)
      digests.set(key, digest)
      return digest
    },
    forget: (key: string): void => void digests.delete(key),
  }
}
