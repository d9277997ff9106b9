// The query for recent activity of the public pool.
import type { Reading } from '../../../eventing/eventing.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { PUBLIC_POOL } from '../events.js'
import {
  type ActivityDocument,
  type ActivityItem,
  type ActivityType,
  activity,
  KEPT_MINUTES,
  minuteOf,
} from '../projections/activity.js'

export interface ActivityItemView {
  readonly type: ActivityType
  /** Human-readable; names no address and no domain. */
  readonly message: string
  readonly timestamp: string
  readonly icon: string
  /** The mailbox provider of a new domain, if known. */
  readonly provider?: string
  /** The origin of bulk contributions. */
  readonly source?: string
}

export interface ActivityView {
  readonly timestamp: string
  /** Newest first. */
  readonly activity: readonly ActivityItemView[]
  readonly metrics: {
    readonly eventsShown: number
    /** Number of addresses. */
    readonly activityLastHour: number
    /** The most common type among the items shown; `none` for an empty list. */
    readonly mostCommonType: ActivityType | 'none'
  }
}

const ICONS: { readonly [type in ActivityType]: string } = {
  cache_hit: '⚡',
  new_domain: '🌐',
  validation: '✅',
  bulk: '📦',
}

/** Recent activity of the public pool. @param limit 1 to 100 */
export type GetPoolActivity = (limit: number) => Promise<ActivityView>

export const createGetPoolActivity =
  ({ eventing, clock }: { readonly eventing: Reading; readonly clock: Clock }): GetPoolActivity =>
  async (limit) =>
    activityOf((await eventing.read(activity).get(PUBLIC_POOL))?.document, limit, clock.now())

function activityOf(document: ActivityDocument | undefined, limit: number, now: number): ActivityView {
  const items = document?.items.slice(-limit).reverse() ?? []
  const since = minuteOf(now) - KEPT_MINUTES
  const recent = document?.minutes.filter(({ minute }) => minute > since) ?? []
  return {
    timestamp: iso(now),
    activity: items.map(viewItem),
    metrics: {
      eventsShown: items.length,
      activityLastHour: recent.reduce((sum, { count }) => sum + count, 0),
      mostCommonType: mostCommon(items) ?? 'none',
    },
  }
}

export const viewItem = ({ type, at, count, provider }: ActivityItem): ActivityItemView => ({
  type,
  message: messageOf(type, count),
  timestamp: at,
  icon: ICONS[type],
  ...(type === 'new_domain' && provider !== null && { provider }),
  ...(type === 'bulk' && { source: 'batch' }),
})

function messageOf(type: ActivityType, count: number): string {
  switch (type) {
    case 'cache_hit':
      return count === 1 ? 'An address was answered from the pool' : `${count} addresses were answered from the pool`
    case 'new_domain':
      return count === 1
        ? 'The first address of a new domain was contributed'
        : `The first addresses of ${count} new domains were contributed`
    case 'validation':
      return count === 1 ? 'A validation was contributed' : `${count} validations were contributed`
    case 'bulk':
      return count === 1
        ? 'A validation of a batch was contributed'
        : `${count} validations of a batch were contributed`
  }
}

/** The most common type; for a tie, the one seen most recently. */
function mostCommon(newestFirst: readonly ActivityItem[]): ActivityType | undefined {
  const counts = new Map<ActivityType, number>()
  for (const { type } of newestFirst) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}
