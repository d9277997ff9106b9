// How receivers have responded recently: their timeouts and concurrency.
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../kernel/clock.js'
import { entryLimit } from '../../../kernel/entryLimit.js'
import type { Answered, Unanswered } from '../../../kernel/ports/outbound.js'
import type { DeliveryRecord } from '../deliveries/record.js'
import {
  concurrencyOf,
  FULL_TIMEOUT_MS,
  type Responsiveness,
  timeoutOf,
  UNKNOWN_RESPONSIVENESS,
} from './attemptLimits.js'

/** Maximum number of tracked receivers; the least recently used is evicted first. */
const MAX_RECEIVERS = 10_000

/** The server of an endpoint, with the timeout and concurrency that its recent responses allow. */
export interface Receiver {
  /** Attempts that may be in progress concurrently. */
  concurrency(): number
  /** @returns the timeout of an attempt that begins now, milliseconds */
  begin(): number
  /** Records the outcome of an attempt with that timeout. */
  record(answer: Answered | Unanswered, timeoutMs: number): void
}

export type Receivers = ReturnType<typeof createReceivers>

export const isTimeout = (answer: Answered | Unanswered): boolean =>
  answer.outcome === 'unanswered' && answer.cause === 'timeout'

/**
 * How receivers have responded recently, in this process's memory. Losing it costs one or two attempts with the full
 * timeout; a stored record would have to be read before each attempt, and erased with its account. A webhook's receiver
 * is identified by webhook id and origin; that of job URLs, of which an account may have any number, by account and
 * origin.
 */
export function createReceivers({ clock }: { readonly clock: Clock }) {
  const known = new LRUCache<string, Responsiveness>(entryLimit(MAX_RECEIVERS))

  return {
    of({ endpoint, owner, job }: Pick<DeliveryRecord, 'endpoint' | 'owner' | 'job'>, url: string): Receiver {
      const key = `${job ? owner : endpoint} ${URL.canParse(url) ? new URL(url).origin : url}`
      const current = () => known.get(key) ?? UNKNOWN_RESPONSIVENESS
      return {
        concurrency: () => concurrencyOf(current()),
        begin() {
          const state = current()
          const timeoutMs = timeoutOf(state, clock.now())
          if (state.timeouts > 0 && timeoutMs === FULL_TIMEOUT_MS) known.set(key, { ...state, probedAt: clock.now() })
          return timeoutMs
        },
        record(answer, timeoutMs) {
          const { timeouts, probedAt, answerMs } = current()
          if (answer.outcome === 'answered') {
            known.set(key, { ...UNKNOWN_RESPONSIVENESS, answerMs: answer.durationMs })
          } else if (isTimeout(answer)) {
            const probed = timeoutMs === FULL_TIMEOUT_MS ? clock.now() : probedAt
            known.set(key, { timeouts: timeouts + 1, probedAt: probed, answerMs })
          }
        },
      }
    },
    /** Number of receivers whose last attempt timed out. */
    timingOut(): number {
      let count = 0
      for (const { timeouts } of known.values()) if (timeouts > 0) count++
      return count
    },
  }
}
