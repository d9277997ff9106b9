import { useQuery } from '../api/hooks.js'
import { type VerdictCountsFieldsFragment, VerdictsDocument, type VerdictsQuery } from '../api/operations.generated.js'
import { counted, number, percent } from '../format.js'
import { Chart } from '../parts/Chart.js'
import { Card, Empty, Failed, Loading, Select } from '../parts/parts.js'
import { RANGES, selectRange, useRange } from './useRange.js'

/** The verdicts of a range by day, compared with the range before. */
export function Overview() {
  const { days, from } = useRange()
  const { data, error } = useQuery(VerdictsDocument, { from, interval: 'DAY' })
  const select = <Select label="Range" value={days} options={RANGES} onSelect={selectRange} />
  return (
    <Card title="Verdicts" tools={select}>
      <Failed message={error} />
      {data?.verdicts ? <Days verdicts={data.verdicts} /> : error === undefined && <Loading />}
    </Card>
  )
}

type Verdicts = NonNullable<VerdictsQuery['verdicts']>

function Days({ verdicts: { range, previous, periods } }: { verdicts: Verdicts }) {
  const { counts } = range
  if (counts.total === 0)
    return (
      <Empty>
        Nothing was verified in these days. Every verdict appears here as soon as it is given; see{' '}
        <a href="/docs/guides/quick-start">the quick start</a>.
      </Empty>
    )
  const series = [
    { name: 'Verdicts', colour: '--soft', values: periods.map((period) => period.counts.total) },
    { name: 'Deny', colour: '--accent', values: periods.map((period) => period.counts.decision.deny) },
  ]
  const totals = `${counted(counts.total, 'verdict')}, ${number(counts.decision.deny)} deny`
  return (
    <>
      <Comparison counts={counts} before={previous.counts} />
      <Chart
        days={periods.map(({ start }) => start.slice(0, 10))}
        series={series}
        label={`Verdicts per day: ${totals}`}
      />
      {counts.decision.unknown > 0 && (
        <p class="soft">
          {counted(counts.decision.unknown, 'verdict')} of an earlier release{' '}
          {counts.decision.unknown === 1 ? 'has' : 'have'} no recorded decision.
        </p>
      )}
    </>
  )
}

type Counts = VerdictCountsFieldsFragment

const FIGURES: readonly (readonly [name: string, of: (counts: Counts) => number])[] = [
  ['Verdicts', ({ total }) => total],
  ['Allow', ({ decision }) => decision.allow],
  ['Review', ({ decision }) => decision.review],
  ['Deny', ({ decision }) => decision.deny],
  ['Disposable', ({ disposable }) => disposable],
  ['Mistyped', ({ typo }) => typo],
]

/** Each figure, and how it differs from the range before. */
const Comparison = ({ counts, before }: { counts: Counts; before: Counts }) => (
  <dl class="figures">
    {FIGURES.map(([name, of]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{number(of(counts))}</dd>
        <dd class="change">{changeOf(of(counts), of(before))}</dd>
      </div>
    ))}
  </dl>
)

function changeOf(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'none before' : 'none in the days before'
  const change = (now - before) / before
  return change === 0 ? 'as before' : `${change > 0 ? '+' : '−'}${percent(Math.abs(change))} (${number(before)} before)`
}
