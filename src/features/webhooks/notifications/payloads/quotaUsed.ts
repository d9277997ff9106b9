import type { LimitEvent, UsageThresholdReached } from '../../../verification/events.js'

/** Data of `usage.threshold_reached`, and without `percent` of `usage.limit_reached`. */
export function quotaUsed(data: LimitEvent['data']): object {
  const { limit, period, used, allowed, reset } = data
  const percent = 'percent' in data && { percent: (data as UsageThresholdReached['data']).percent }
  return { limit, period, ...percent, used, allowed, reset }
}
