import type { StatsFieldsFragment } from '../api/operations.generated.js'
import { number, percent, tenths } from '../format.js'

export function Totals({ stats }: { stats: StatsFieldsFragment }) {
  const figures = [
    ['Validations shared', number(stats.totalValidations)],
    ['Addresses it answers for', number(stats.uniqueEmails)],
    ['Hit rate', percent(stats.hitRate)],
    // Zero until the first look-up.
    ['Average response time', stats.avgResponseTimeMs === 0 ? '–' : `${tenths(stats.avgResponseTimeMs)} ms`],
    ['Contributors in 30 days', number(stats.activeContributors)],
  ] as const
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
