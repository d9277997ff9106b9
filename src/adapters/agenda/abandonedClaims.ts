import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../kernel/log.js'
import type { Claim, FencedJobRepository } from './fencedBackend.js'

const FIRST_RETRY_MS = 50
const LAST_RETRY_MS = 1_000
/** A request whose response was lost may still be executed this long after the store responds to others again. */
const LATE_MS = 2_000

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

interface Abandoned extends Claim {
  readonly sinceMs: number
  /** Start of the first attempt to release it that the store responded to. */
  respondedMs?: number
}

export function createAbandonedClaims({ repository, lockMs, log }: AbandonedClaimsOptions): AbandonedClaims {
  const pending = new Map<string, Abandoned>()
  const closing = new AbortController()
  let retrying: Promise<void> | undefined

  /** One attempt for all claims. @throws StoreUnavailable */
  async function releaseAll(): Promise<void> {
    const startedMs = performance.now()
    const claims = [...pending.values()]
    const released = new Set(await repository.releaseClaims(claims.map(({ name, token }) => ({ name, token }))))
    for (const claim of claims) {
      claim.respondedMs ??= startedMs
      if (released.has(claim.token) || startedMs - claim.respondedMs >= LATE_MS) pending.delete(claim.token)
    }
  }

  function dropExpired(): void {
    for (const { token, sinceMs } of pending.values()) if (performance.now() - sinceMs > lockMs) pending.delete(token)
  }

  async function retry(): Promise<void> {
    for (let delayMs = FIRST_RETRY_MS; pending.size > 0; delayMs = Math.min(delayMs * 2, LAST_RETRY_MS)) {
      // A store that does not respond is reported by those who need a response from it.
      await releaseAll().catch(() => {})
      dropExpired()
      if (closing.signal.aborted) return
      if (pending.size > 0) await sleep(delayMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      if (closing.signal.aborted) return
    }
  }

  return {
    add({ name, token }) {
      pending.set(token, { name, token, sinceMs: performance.now() })
      if (closing.signal.aborted) return
      retrying ??= retry().finally(() => {
        retrying = undefined
      })
    },
    async close() {
      closing.abort()
      await retrying
      if (pending.size === 0) return
      await releaseAll().catch((error: unknown) => {
        log.warn({ claims: pending.size, error }, 'could not release claims; their locks expire')
      })
    },
  }
}
