import { useQuery } from '../api/hooks.js'
import { StandingDocument, type StandingQuery } from '../api/operations.generated.js'
import { counted, number } from '../format.js'
import { Card, Empty, Failed, Loading } from '../parts/parts.js'

/** The account's rank and level in the pool. */
export function Standing() {
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
          <strong class="big">Rank {number(rank)}</strong> with {counted(contributions, 'contribution')}. Level: {level}
          .
        </p>
      )}
      {next && (
        <p class="soft">
          {counted(next.minContributions - contributions, 'more contribution')} to the level {next.name}.
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th>Level</th>
            <th class="figure">From</th>
            <th class="figure">Contributors</th>
          </tr>
        </thead>
        <tbody>
          {poolLevels?.map(({ name, minContributions, count }) => (
            <tr key={name}>
              <td>{name}</td>
              <td class="figure">{number(minContributions)}</td>
              <td class="figure">{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
