import type { UsageLimitReached } from '../../../verification/events.js'

export const usageLimitReached = ({ limit, period, used, allowed, reset }: UsageLimitReached['data']): object => ({
  limit,
  period,
  used,
  allowed,
  reset,
})
