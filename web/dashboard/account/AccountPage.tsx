import { useQuery, useSession } from '../api/hooks.js'
import {
  type MonthFieldsFragment,
  PastUsageDocument,
  type PastUsageQuery,
  StandingDocument,
  type StandingQuery,
  UsageDocument,
} from '../api/operations.generated.js'
import { number } from '../format.js'
import { Card, Empty, Failed, Loading } from '../parts/parts.js'

/** Usage of the account, and its standing in the pool. */
export function AccountPage() {
  const { sandbox } = useSession()
  if (sandbox)
    return (
      <Empty>
        This is a sandbox key: its calls are free, and it sees neither usage nor rank. Enter a live key to see them.
      </Empty>
    )
  return (
    <div class="two">
      <Usage />
      <Standing />
    </div>
  )
}

const NAMES = ['one', 'two', 'three', 'four', 'five'] as const

/** The five months before this one, latest first. */
function pastMonths(): PastUsageVariables {
  const now = new Date()
  const monthsAgo = (count: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count)).toISOString().slice(0, 7)
  return Object.fromEntries(NAMES.map((name, index) => [name, monthsAgo(index + 1)])) as PastUsageVariables
}
type PastUsageVariables = Record<(typeof NAMES)[number], string>

function Usage() {
  const { data, error } = useQuery(UsageDocument, {})
  const past = useQuery(PastUsageDocument, pastMonths())
  const usage = data?.usage
  return (
    <Card title="Usage">
      <Failed message={error} />
      {usage ? (
        <>
          <p>
            <strong class="big">{number(usage.currentMonth.verifications)}</strong> of{' '}
            {number(usage.currentMonth.limit)} addresses this month; {number(usage.currentMonth.remaining)} are left.
          </p>
          <meter
            min={0}
            max={usage.currentMonth.limit}
            value={usage.currentMonth.verifications}
            aria-label="Addresses used this month"
          />
          <p class="soft">
            Plan {usage.plan}, {number(usage.rateLimits.perMinute)} requests per minute.
          </p>
          {past.data && <Months months={monthsOf(usage.currentMonth, past.data)} />}
        </>
      ) : (
        error === undefined && <Loading />
      )}
    </Card>
  )
}

type Month = MonthFieldsFragment['currentMonth']

const monthsOf = (current: Month, past: PastUsageQuery): Month[] => [
  current,
  ...NAMES.flatMap((name) => past[name]?.currentMonth ?? []),
]

function Months({ months }: { months: readonly Month[] }) {
  const max = Math.max(1, ...months.map(({ verifications }) => verifications))
  return (
    <ul class="bars">
      {months.map(({ month, verifications }) => (
        <li key={month}>
          <span>{month}</span>
          <meter min={0} max={max} value={verifications} aria-label={`Addresses in ${month}`} />
          <span>{number(verifications)}</span>
        </li>
      ))}
    </ul>
  )
}

function Standing() {
  const { data, error } = useQuery(StandingDocument, { period: 'ALL_TIME' })
  return (
    <Card title="Rank and level">
      <Failed message={error} />
      {data?.poolRank ? <Rank standing={data} /> : error === undefined && <Loading />}
    </Card>
  )
}

function Rank({ standing: { poolRank, poolLevels } }: { standing: StandingQuery }) {
  const { rank, level, contributions } = poolRank!
  const next = poolLevels?.find(({ minContributions }) => minContributions > contributions)
  return (
    <>
      {rank === 0 ? (
        <Empty>
          You have not contributed yet. On a paid plan, send <code>share_signals: true</code> with a verification; see{' '}
          <a href="/docs/guides/pool-and-privacy">the pool and privacy</a>.
        </Empty>
      ) : (
        <p>
          <strong class="big">Rank {number(rank)}</strong> with {number(contributions)} contributions. Level {level}.
        </p>
      )}
      {next && (
        <p class="soft">
          {number(next.minContributions - contributions)} more for the level {next.name}.
        </p>
      )}
      <ul class="bars">
        {poolLevels?.map(({ name, minContributions, count }) => (
          <li key={name}>
            <span>{name}</span>
            <span class="soft">from {number(minContributions)}</span>
            <span>{number(count)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
