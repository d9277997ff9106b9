import { useEffect, useState } from 'preact/hooks'
import { useQuery, useServiceState, useSubscription } from '../api/hooks.js'
import { ActivityDocument, ActivityFeedDocument, type ActivityFieldsFragment } from '../api/operations.generated.js'
import { Icon } from '../parts/Icon.js'
import { Card, Empty, Failed, Loading } from '../parts/parts.js'
import { Time } from '../parts/Time.js'

type Item = ActivityFieldsFragment

const MAX_SHOWN = 30

const identityOf = ({ timestamp, type, message }: Item): string => `${timestamp} ${type} ${message}`

/**
 * Live events and the latest ones at loading, newest first. An event that both report is shown once: of the live ones,
 * which may be summaries of several events, those that are newer than what was loaded.
 */
function merged(live: readonly Item[], loaded: readonly Item[]): Item[] {
  const newest = loaded[0]?.timestamp ?? ''
  const newer = live.filter(({ timestamp }) => timestamp >= newest)
  const known = new Map([...newer, ...loaded].map((item) => [identityOf(item), item]))
  return [...known.values()].sort((a, b) => b.timestamp.localeCompare(a.timestamp)).slice(0, MAX_SHOWN)
}

interface ActivityFeedProps {
  readonly isPast: boolean
  readonly onActivity: () => void
}

/** Events of the pool as they happen. */
export function ActivityFeed({ isPast, onActivity }: ActivityFeedProps) {
  const [live, setLive] = useState<readonly Item[]>([])
  const { live: isConnected } = useServiceState()
  const { data, error, reload } = useQuery(ActivityDocument, {}, { skip: isPast, open: true })
  const interrupted = useSubscription(
    ActivityFeedDocument,
    {},
    ({ poolActivity }) => {
      setLive((before) => [poolActivity, ...before].slice(0, MAX_SHOWN))
      onActivity()
    },
    { skip: isPast },
  )
  // Runs `reload` as the clean-up, when the subscription works again: events may have been missed.
  useEffect(() => (interrupted === undefined ? undefined : reload), [interrupted, reload])
  const items = merged(live, data?.poolActivity?.activity ?? [])

  const isLive = isConnected && interrupted === undefined
  const state = isPast ? 'not shown for the past' : isLive ? 'live' : 'not connected'

  return (
    <Card title="Activity" tools={<span class="soft">{state}</span>}>
      <Failed message={error ?? interrupted} />
      {isPast ? (
        <Empty>The feed shows what is happening now. Return to the present to see it.</Empty>
      ) : items.length === 0 && !data ? (
        error === undefined && <Loading />
      ) : items.length === 0 ? (
        <Empty>Nothing has happened yet. Contributions appear here within a second.</Empty>
      ) : (
        <ol class="feed" tabIndex={0} aria-label="Events">
          {items.map((item) => (
            <li key={identityOf(item)}>
              <Icon type={item.type} /> {item.message}
              <Time iso={item.timestamp} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
