import { createRetries } from '../../kernel/concurrency/retries.js'
import type { Log } from '../../kernel/log.js'
import type { Claim, FencedJobRepository } from './fencedBackend.js'

/**
 * Claims that this process gives up, although the store may have recorded them: the response was lost. Without a
 * release, such a job would stay locked until its lock expires.
 */
export interface AbandonedClaims {
  /** Releases a claim as soon as the store responds. */
  add(claim: Claim): void
  /** Ends the retries, after one last attempt. */
  close(): Promise<void>
}

interface AbandonedClaimsOptions {
  readonly repository: Pick<FencedJobRepository, 'releaseClaims'>
  /** Lifetime of a lock in milliseconds; after it, a release is no longer needed. */
  readonly lockMs: number
  readonly log: Log
}

export function createAbandonedClaims({ repository, lockMs, log }: AbandonedClaimsOptions): AbandonedClaims {
  // A store that does not respond is reported by those who need a response from it.
  const retries = createRetries<Claim>({
    maxAgeMs: lockMs,
    async attempt(claims, answered) {
      const released = new Set(await repository.releaseClaims([...claims.values()]))
      for (const token of claims.keys()) answered(token, released.has(token))
    },
  })

  return {
    add: ({ name, token }) => retries.add(token, { name, token }),
    async close() {
      const claims = await retries.stop()
      if (claims.length === 0) return
      await repository.releaseClaims(claims).catch((error: unknown) => {
        log.warn({ claims: claims.length, error }, 'could not release claims; their locks expire')
      })
    },
  }
}
