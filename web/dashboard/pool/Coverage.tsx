import type { StatsFieldsFragment } from '../api/operations.generated.js'
import { percent } from '../format.js'
import { Card, Empty } from '../parts/parts.js'

export function Coverage({ stats: { coverageByDomain, totalValidations } }: { stats: StatsFieldsFragment }) {
  return (
    <Card title="Coverage by domain">
      {coverageByDomain.length === 0 ? (
        <Empty>
          {totalValidations === 0
            ? 'The pool is empty.'
            : 'No domain is shown before enough accounts have contributed enough of its addresses.'}{' '}
          A paid account contributes by sending <code>share_signals</code> with its verifications; see{' '}
          <a href="/docs/guides/pool-and-privacy">the pool and privacy</a>.
        </Empty>
      ) : (
        <ul class="bars">
          {coverageByDomain.map(({ domain, percent: share }) => (
            <li key={domain}>
              <span>{domain}</span>
              <meter min="0" max="100" value={share} aria-label={`Share of ${domain}`} />
              <span>{percent(share / 100)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
