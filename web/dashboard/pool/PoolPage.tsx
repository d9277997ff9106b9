import { useQuery, useSession } from '../api/hooks.js'
import { type LeaderboardPeriod, PoolNowDocument, PoolPastDocument } from '../api/operations.generated.js'
import { Failed, Loading } from '../parts/parts.js'
import { useUrl } from '../url.js'
import { ActivityFeed } from './ActivityFeed.js'
import { History } from './History.js'
import { Leaderboard, PERIODS } from './Leaderboard.js'
import { TimeSlider } from './TimeSlider.js'
import { Totals } from './Totals.js'
import { useRefreshOnActivity } from './useRefreshOnActivity.js'

/** The public pool, now or as it was at a past moment. */
export function PoolPage() {
  const { key } = useSession()
  const period = periodOf(useUrl('period'))
  const asOf = useUrl('asOf')
  const isPast = asOf !== undefined && key !== undefined
  const now = useQuery(PoolNowDocument, { period }, { skip: isPast, open: true })
  const past = useQuery(PoolPastDocument, { period, asOf: asOf ?? '' }, { skip: !isPast })
  const { data, error } = isPast ? past : now
  const noticeActivity = useRefreshOnActivity(now.reload)

  return (
    <>
      <TimeSlider asOf={asOf} />
      <Failed message={error} />
      {data?.poolStats && data.poolLeaderboard && error === undefined ? (
        <>
          <Totals stats={data.poolStats} />
          <div class="two">
            <Leaderboard leaderboard={data.poolLeaderboard} period={period} />
            <ActivityFeed isPast={isPast} onActivity={noticeActivity} />
          </div>
        </>
      ) : (
        error === undefined && <Loading />
      )}
      <History asOf={isPast ? asOf : undefined} />
    </>
  )
}

const periodOf = (text: string | undefined): LeaderboardPeriod =>
  PERIODS.find(([value]) => value === text)?.[0] ?? 'WEEKLY'
