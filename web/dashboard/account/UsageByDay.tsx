import { useQuery } from '../api/hooks.js'
import { UsageByDayDocument, type UsageByDayQuery } from '../api/operations.generated.js'
import { counted, monthName } from '../format.js'
import { Chart } from '../parts/Chart.js'
import { Card, Empty, Failed, Loading, Select } from '../parts/parts.js'
import { setUrl, useUrl } from '../url.js'
import { recentMonths } from './months.js'

/** The days of a month, which the URL names. */
export function UsageByDay() {
  const months = recentMonths()
  const given = useUrl('month')
  const month = months.find((each) => each === given) ?? months[0]!
  const { data, error } = useQuery(UsageByDayDocument, { month })
  const select = (
    <Select
      label="Month"
      value={month}
      options={months.map((each) => [each, monthName(each)] as const)}
      onSelect={(value) => setUrl({ month: value === months[0] ? undefined : value })}
    />
  )
  return (
    <Card title="Usage by day" tools={select}>
      <Failed message={error} />
      {data?.usage ? <Days month={data.usage.currentMonth} /> : error === undefined && <Loading />}
    </Card>
  )
}

type Month = NonNullable<UsageByDayQuery['usage']>['currentMonth']

function Days({ month: { month, days, verifications } }: { month: Month }) {
  const results = days.reduce((sum, day) => sum + day.results, 0)
  if (results === 0)
    return (
      <Empty>
        Nothing was verified in {monthName(month)}. Every result appears here under the day on which it was given (UTC);
        see <a href="/docs/guides/quick-start">the quick start</a>.
      </Empty>
    )
  const series = [
    { name: 'Charged', colour: '--accent', values: days.map((day) => day.verifications) },
    { name: 'Results', colour: '--soft', values: days.map((day) => day.results) },
  ]
  const totals = `${counted(verifications, 'address', 'addresses')} charged, ${counted(results, 'result')}`
  return (
    <>
      <p class="soft">
        {totals}. Repeated addresses of a batch, and results that DNS could not confirm, are not charged.
      </p>
      <Chart
        days={days.map(({ day }) => day)}
        series={series}
        label={`Usage per day of ${monthName(month)}: ${totals}`}
      />
    </>
  )
}
