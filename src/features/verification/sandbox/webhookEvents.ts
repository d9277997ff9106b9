import { endOfMonth, monthOf } from '../../../kernel/months.js'
import { judgeV1 } from '../engine/policy/v1.js'
import type { UsageLimitReached } from '../events.js'
import type { VerificationNotification } from '../notification.js'
import { factsOf, scenarioOf } from './facts.js'

/** A made-up webhook event. */
export type SandboxWebhookEvent =
  | { readonly kind: 'verification.completed'; readonly notification: VerificationNotification }
  | { readonly kind: 'usage.limit_reached'; readonly data: UsageLimitReached['data'] }

/** Addresses per month of the free plan. */
const ALLOWED = 1_000

interface SandboxWebhookOptions {
  readonly account: string
  readonly requestId: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The webhook event that an address in a sandbox job requests; undefined for most addresses. */
export function sandboxWebhookEvent(
  email: string,
  { account, requestId, now }: SandboxWebhookOptions,
): SandboxWebhookEvent | undefined {
  const scenario = scenarioOf(email)
  switch (scenario.notifies) {
    case 'verification.completed': {
      const result = { email, ...judgeV1(factsOf(email, scenario, now)) }
      return { kind: scenario.notifies, notification: { api: 'v1', result, requestId } }
    }
    case 'usage.limit_reached': {
      const period = monthOf(now)
      const reset = endOfMonth(period) / 1_000
      return {
        kind: scenario.notifies,
        data: { account, limit: 'month', period, used: ALLOWED, allowed: ALLOWED, reset },
      }
    }
    default:
      return undefined
  }
}
