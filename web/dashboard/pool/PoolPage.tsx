import { useQuery, useSession } from '../api/hooks.js'
import {
  type LeaderboardPeriod,
  PoolNowDocument,
  type PoolNowQuery,
  PoolPastDocument,
  type PoolPastQuery,
} from '../api/operations.generated.js'
import { Failed, Loading } from '../parts/parts.js'
import { useUrl } from '../url.js'
import { ActivityFeed } from './ActivityFeed.js'
import { Coverage } from './Coverage.js'
import { History } from './History.js'
import { Leaderboard, PERIODS } from './Leaderboard.js'
import { TimeSlider } from './TimeSlider.js'
import { Totals } from './Totals.js'
import { useRefreshOnActivity } from './useRefreshOnActivity.js'

/** The public pool, now or as it was at a past moment. */
export function PoolPage() {
  const { key, sandbox } = useSession()
  const period = periodOf(useUrl('period'))
  const given = momentOf(useUrl('asOf'))
  const seesPast = key !== undefined && !sandbox
  const asOf = seesPast ? given : undefined
  const isPast = asOf !== undefined
  const now = useQuery(PoolNowDocument, { period }, { skip: isPast, open: true })
  const past = useQuery(PoolPastDocument, { period, asOf: asOf ?? '' }, { skip: !isPast })
  const { data, error } = isPast ? past : now
  const shown = error === undefined ? completeOf(data) : undefined
  const noticeActivity = useRefreshOnActivity(now.reload)

  return (
    <>
      <TimeSlider asOf={asOf} disabled={!seesPast} />
      <Failed message={error} />
      {shown ? (
        <>
          <Totals stats={shown.poolStats} />
          <History days={shown.poolDays} />
          <div class="two leading">
            <Leaderboard leaderboard={shown.poolLeaderboard} period={period} />
            <ActivityFeed isPast={isPast} onActivity={noticeActivity} />
          </div>
          <Coverage stats={shown.poolStats} />
        </>
      ) : (
        error === undefined && <Loading />
      )}
    </>
  )
}

type PoolData = PoolNowQuery | PoolPastQuery

/** The answer, if all of it is there. */
function completeOf(data: PoolData | undefined) {
  const { poolStats, poolDays, poolLeaderboard } = data ?? {}
  return poolStats && poolDays && poolLeaderboard ? { poolStats, poolDays, poolLeaderboard } : undefined
}

/** The moment that the URL names; undefined for the present, and for a text that is no time. */
const momentOf = (text: string | undefined): string | undefined =>
  text === undefined || Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString()

const periodOf = (text: string | undefined): LeaderboardPeriod =>
  PERIODS.find(([value]) => value === text)?.[0] ?? 'WEEKLY'
