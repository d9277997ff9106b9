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
                <th class="figure">Rank</th>
                <th>Contributor</th>
                <th class="figure" title="Contributions that count: those that earned credits">
                  Contributions
                </th>
                <th class="figure minor" title="Contributions that were the first for their address">
                  Firsts
                </th>
                <th class="figure minor">Credits</th>
                <th>Badge</th>
              </tr>
            </thead>
            <tbody>
              {contributors.map((entry) => (
                <tr key={entry.contributorId}>
                  <td class="figure">{number(entry.rank)}</td>
                  <td>
                    <code>{entry.contributorId}</code>
                  </td>
                  <td class="figure">{number(entry.contributions)}</td>
                  <td class="figure minor">{number(entry.uniqueContributions)}</td>
                  <td class="figure minor">{number(entry.creditsEarned)}</td>
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
