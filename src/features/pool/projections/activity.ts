// The read model of the public pool's recent activity.
import type { Projection } from '../../../eventing/projection.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { idOf } from '../../../kernel/stream.js'
import { MINUTE_MS } from '../../../kernel/time.js'
import type { PoolEvent } from '../events.js'
import type { PoolLookupEvent } from './lookupEvents.js'
import { ownership } from './ownership.js'

export type ActivityType = 'cache_hit' | 'new_domain' | 'validation' | 'bulk'

export type ActivityItem = {
  readonly type: ActivityType
  /** When the last counted event was recorded, ISO 8601. */
  readonly at: string
  /** Number of addresses. */
  readonly count: number
  readonly provider: string | null
  /** The batch, or the request with many addresses, that the events belong to. */
  readonly group: string | null
}

export type ActivityDocument = {
  readonly owner?: string
  /** Newest last. */
  readonly items: readonly ActivityItem[]
  /** Addresses per minute of the last hour, without empty minutes; minutes since the epoch, newest last. */
  readonly minutes: readonly { readonly minute: number; readonly count: number }[]
}

export type ActivityEvent = PoolEvent | PoolLookupEvent

const MAX_ITEMS = 200
export const KEPT_MINUTES = 60

export const minuteOf = (milliseconds: number): number => Math.floor(milliseconds / MINUTE_MS)

interface NewActivity {
  readonly pool: string
  readonly item: ActivityItem
}

/** The activity item that an event produces; undefined for an event that is no pool activity. */
export function newActivityOf(event: Recorded<ActivityEvent>): NewActivity | undefined {
  switch (event.type) {
    case 'ValidationContributed':
      return { pool: event.data.pool, item: contributed(event) }
    case 'AddressVerified':
      return hits(event, null)
    case 'AddressesVerified':
      return hits(event, event.meta.commandId)
    case 'BatchChunkVerified':
      return hits(event, idOf(event.stream))
    default:
      return undefined
  }
}

function contributed({ recordedAt: at, data }: Recorded<PoolEvent>): ActivityItem {
  const { source, group, newDomain, provider } = data
  if (source === 'batch') return { type: 'bulk', at, count: 1, provider: null, group }
  const type = newDomain ? 'new_domain' : 'validation'
  return { type, at, count: 1, provider: newDomain ? provider : null, group: null }
}

function hits({ recordedAt: at, data }: Recorded<PoolLookupEvent>, group: string | null): NewActivity | undefined {
  if (!data.pool || data.pool.hits === 0) return undefined
  const { pool, hits: count } = data.pool
  return { pool, item: { type: 'cache_hit', at, count, provider: null, group } }
}

/**
 * Adds an item, or merges it into the item of the same group, which becomes the newest. Copies the list only once,
 * since hits are frequent.
 */
function withItem(items: readonly ActivityItem[], item: ActivityItem): readonly ActivityItem[] {
  const same =
    item.group === null ? -1 : items.findLastIndex(({ type, group }) => type === item.type && group === item.group)
  const others = same < 0 ? items.slice(1 - MAX_ITEMS) : items.toSpliced(same, 1)
  others.push(same < 0 ? item : { ...item, count: item.count + items[same]!.count })
  return others
}

function withMinute(minutes: ActivityDocument['minutes'], at: string, count: number): ActivityDocument['minutes'] {
  const minute = minuteOf(Date.parse(at))
  const last = minutes.at(-1)
  if (last?.minute === minute) return minutes.with(-1, { minute, count: last.count + count })
  return [...minutes.filter((each) => each.minute > minute - KEPT_MINUTES), { minute, count }]
}

/** Recent activity of a pool. Key: pool. */
export const activity: Projection<ActivityEvent, ActivityDocument> = {
  name: 'activity',
  version: 1,
  times: { 'items.at': 'iso', 'minutes.minute': 'minutes' },
  keys: (event) => {
    const found = newActivityOf(event)
    return found ? [found.pool] : []
  },
  apply: (document, event) => {
    const { pool, item } = newActivityOf(event)!
    return {
      ...ownership(pool),
      items: withItem(document?.items ?? [], item),
      minutes: withMinute(document?.minutes ?? [], item.at, item.count),
    }
  },
}
