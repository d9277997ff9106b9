import { LRUCache } from 'lru-cache'
import type { Clock } from '../../kernel/clock.js'
import type { Answered, Unanswered } from '../../kernel/ports/outbound.js'
import {
  concurrencyOf,
  FULL_TIMEOUT_MS,
  type Responsiveness,
  timeoutOf,
  UNKNOWN_RESPONSIVENESS,
} from './attemptLimits.js'
import type { DeliveryRecord } from './deliveries/record.js'

/** Receivers that are remembered; the one that was not called for longest is forgotten. */
const MAX_RECEIVERS = 10_000

/** Where attempts go, and how much of the service it may use. */
export interface Receiver {
  /** Attempts that may be under way at once. */
  concurrency(): number
  /** @returns the time-out of an attempt that begins now, milliseconds */
  begin(): number
  /** Counts what came of an attempt with that time-out. */
  note(answer: Answered | Unanswered, timeoutMs: number): void
}

export type Receivers = ReturnType<typeof createReceivers>

export const isTimeout = (answer: Answered | Unanswered): boolean =>
  answer.outcome === 'unanswered' && answer.cause === 'timeout'

/**
 * How receivers have answered of late, in this process's memory: forgetting it costs one or two attempts with the full
 * time-out, while a stored record would have to be read before each attempt, and erased with its account. A webhook is
 * known by its id and origin; the URLs that come with jobs, of which an account may have any number, by account and
 * origin.
 */
export function createReceivers({ clock }: { readonly clock: Clock }) {
  const known = new LRUCache<string, Responsiveness>({ max: MAX_RECEIVERS })

  return {
    of({ endpoint, owner, job }: Pick<DeliveryRecord, 'endpoint' | 'owner' | 'job'>, url: string): Receiver {
      const key = `${job ? owner : endpoint} ${URL.canParse(url) ? new URL(url).origin : url}`
      const now = () => known.get(key) ?? UNKNOWN_RESPONSIVENESS
      return {
        concurrency: () => concurrencyOf(now()),
        begin() {
          const state = now()
          const timeoutMs = timeoutOf(state, clock.now())
          if (state.timeouts > 0 && timeoutMs === FULL_TIMEOUT_MS) known.set(key, { ...state, probedAt: clock.now() })
          return timeoutMs
        },
        note(answer, timeoutMs) {
          const { timeouts, probedAt, answerMs } = now()
          if (answer.outcome === 'answered') {
            known.set(key, { ...UNKNOWN_RESPONSIVENESS, answerMs: answer.durationMs })
          } else if (isTimeout(answer)) {
            const probed = timeoutMs === FULL_TIMEOUT_MS ? clock.now() : probedAt
            known.set(key, { timeouts: timeouts + 1, probedAt: probed, answerMs })
          }
        },
      }
    },
    /** Those whose last attempt timed out. */
    timingOut(): number {
      let count = 0
      for (const { timeouts } of known.values()) if (timeouts > 0) count++
      return count
    },
  }
}
