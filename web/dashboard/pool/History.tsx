import type { DayFieldsFragment } from '../api/operations.generated.js'
import { counted } from '../format.js'
import { Chart } from '../parts/Chart.js'
import { Card, Empty } from '../parts/parts.js'

/** Thirty days of the public pool, up to today or to the day of a past moment. */
export function History({ days }: { days: readonly DayFieldsFragment[] }) {
  const contributions = days.reduce((sum, day) => sum + day.contributions, 0)
  const hits = days.reduce((sum, day) => sum + day.hits, 0)
  const series = [
    { name: 'Contributions', colour: '--accent', values: days.map((day) => day.contributions) },
    { name: 'Look-ups answered', colour: '--warn', values: days.map((day) => day.hits) },
  ]
  const totals = `${counted(contributions, 'contribution')} and ${counted(hits, 'look-up')} answered in 30 days`
  return (
    <Card title="The last 30 days">
      {contributions + hits === 0 ? (
        <Empty>Nothing happened in these 30 days. Contributions and look-ups of the pool are shown here by day.</Empty>
      ) : (
        <>
          <p class="soft">{totals}.</p>
          <Chart days={days.map(({ day }) => day)} series={series} label={`Totals per day; ${totals}`} />
        </>
      )}
    </Card>
  )
}
