import type { StatsFieldsFragment } from '../api/operations.generated.js'
import { number, percent } from '../format.js'

export function Totals({ stats }: { stats: StatsFieldsFragment }) {
  const figures = [
    ['Validations shared', number(stats.totalValidations)],
    ['Addresses known', number(stats.uniqueEmails)],
    ['Look-ups answered', percent(stats.hitRate)],
    ['Average answer', `${stats.avgResponseTimeMs.toFixed(1)} ms`],
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
