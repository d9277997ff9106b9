import { useQuery } from '../api/hooks.js'
import {
  type MonthFieldsFragment,
  PastUsageDocument,
  type PastUsageQuery,
  UsageDocument,
} from '../api/operations.generated.js'
import { counted, monthName, number } from '../format.js'
import { Card, Failed, Loading } from '../parts/parts.js'
import { recentMonths } from './months.js'

const NAMES = ['one', 'two', 'three', 'four', 'five'] as const

/** The five months before this one, latest first. */
function pastMonths(): PastUsageVariables {
  const [, ...past] = recentMonths()
  return Object.fromEntries(NAMES.map((name, index) => [name, past[index]])) as PastUsageVariables
}
type PastUsageVariables = Record<(typeof NAMES)[number], string>

/** Usage of this month, and of the five before it. */
export function Usage() {
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
            {number(usage.currentMonth.limit)} addresses used this month; {number(usage.currentMonth.remaining)} left.
          </p>
          <meter
            min={0}
            max={usage.currentMonth.limit}
            value={usage.currentMonth.verifications}
            aria-label="Addresses used this month"
          />
          <p class="soft">
            Plan: {usage.plan}, {counted(usage.rateLimits.perMinute, 'request')} per minute.
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
          <span>{monthName(month)}</span>
          <meter min={0} max={max} value={verifications} aria-label={`Addresses in ${monthName(month)}`} />
          <span>{number(verifications)}</span>
        </li>
      ))}
    </ul>
  )
}
