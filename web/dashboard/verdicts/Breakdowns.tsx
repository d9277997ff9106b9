import { useQuery } from '../api/hooks.js'
import {
  VerdictBreakdownDocument,
  type VerdictBreakdownQuery,
  type VerdictDimension,
} from '../api/operations.generated.js'
import { number, percent, words } from '../format.js'
import { Card, Empty, Failed, Loading, Select } from '../parts/parts.js'
import { setUrl, useUrl } from '../url.js'
import { useRange } from './useRange.js'

const DIMENSIONS = [
  ['REASON', 'Deciding reason'],
  ['DECISION', 'Decision'],
  ['STATUS', 'Status'],
  ['DOMAIN', 'Domain'],
  ['PROVIDER', 'Provider'],
  ['API', 'Operation'],
] as const satisfies readonly (readonly [VerdictDimension, string])[]
type Dimension = (typeof DIMENSIONS)[number][0]

/** The verdicts of the range by one dimension, which the URL names. */
export function Breakdowns() {
  const { from } = useRange()
  const given = useUrl('by')?.toUpperCase()
  const by = DIMENSIONS.find(([each]) => each === given)?.[0] ?? 'REASON'
  const { data, error } = useQuery(VerdictBreakdownDocument, { from, by })
  const select = (
    <Select<Dimension>
      label="By"
      value={by}
      options={DIMENSIONS}
      onSelect={(value) => setUrl({ by: value === 'REASON' ? undefined : value.toLowerCase() })}
    />
  )
  return (
    <Card title="Breakdown" tools={select}>
      <Failed message={error} />
      {data?.verdicts ? <Values by={by} range={data.verdicts.range} /> : error === undefined && <Loading />}
    </Card>
  )
}

type Range = NonNullable<VerdictBreakdownQuery['verdicts']>['range']

function Values({ by, range: { counts, breakdown } }: { by: Dimension; range: Range }) {
  if (!breakdown || counts.total === 0) return <Empty>There are no verdicts to break down.</Empty>
  const rest = [
    ['None', breakdown.none],
    ['Not recorded', breakdown.unknown],
    ['Other', breakdown.other],
  ] as const
  const rows = [
    ...breakdown.values.map(({ value, count }) => [by === 'DOMAIN' ? value : words(value), count] as const),
    ...rest.filter(([, count]) => count > 0),
  ]
  return (
    <ul class="bars values">
      {rows.map(([name, count]) => (
        <li key={name}>
          <span>{name}</span>
          <meter min={0} max={counts.total} value={count} aria-label={`Verdicts: ${name}`} />
          <span>
            {number(count)} ({percent(count / counts.total)})
          </span>
        </li>
      ))}
    </ul>
  )
}
