import type { LeaderboardFieldsFragment, LeaderboardPeriod } from '../api/operations.generated.js'
import { number, words } from '../format.js'
import { Card, Empty, Scrollable, Select } from '../parts/parts.js'
import { setUrl } from '../url.js'

export const PERIODS: readonly (readonly [LeaderboardPeriod, string])[] = [
  ['DAILY', 'today'],
  ['WEEKLY', 'this week'],
  ['MONTHLY', 'this month'],
  ['ALL_TIME', 'all time'],
]

interface LeaderboardProps {
  readonly leaderboard: LeaderboardFieldsFragment
  readonly period: LeaderboardPeriod
}

export function Leaderboard({ leaderboard: { contributors }, period }: LeaderboardProps) {
  const select = (
    <Select label="Period" value={period} options={PERIODS} onSelect={(value) => setUrl({ period: value })} />
  )
  return (
    <Card title="Leaderboard" tools={select}>
      {contributors.length === 0 ? (
        <Empty>Nobody has contributed in this period.</Empty>
      ) : (
        <Scrollable label="Leaderboard">
          <table class="ranking">
            <thead>
              <tr>
                <th>Rank</th>
                <th>Contributor</th>
                <th>Contributions</th>
                <th class="minor">Firsts</th>
                <th class="minor">Credits</th>
                <th>Badge</th>
              </tr>
            </thead>
            <tbody>
              {contributors.map((entry) => (
                <tr key={entry.contributorId}>
                  <td>{entry.rank}</td>
                  <td>
                    <code>{entry.contributorId}</code>
                  </td>
                  <td>{number(entry.contributions)}</td>
                  <td class="minor">{number(entry.uniqueContributions)}</td>
                  <td class="minor">{number(entry.creditsEarned)}</td>
                  <td>{words(entry.badge)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrollable>
      )}
    </Card>
  )
}
