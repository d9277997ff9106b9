// `mailproof replay`: the pool's statistics and leaderboard as of a past time.
import { Command, Option } from 'commander'
import pc from 'picocolors'
import { loadConfig } from '../config.js'
import type { LeaderboardPeriod, LeaderboardView, PoolStatsView } from '../features/pool/index.js'
import { iso } from '../kernel/clock.js'
import { jsonObject } from './jsonOption.js'
import { limit } from './limit.js'
import { print, printJson, printTable, visible } from './output.js'
import { parseTimestamp } from './parseTimestamp.js'

const PERIODS: readonly LeaderboardPeriod[] = ['daily', 'weekly', 'monthly', 'all-time']

interface Options {
  readonly to: number
  readonly period: LeaderboardPeriod
  readonly limit: number
  readonly json?: boolean
}

export function replayCommand(): Command {
  return new Command('replay')
    .description("Show the public pool's statistics and leaderboard as of a past time")
    .requiredOption('--to <time>', 'The time: ISO 8601, or a UTC date (end of that day)', (text) =>
      parseTimestamp(text),
    )
    .addOption(new Option('--period <period>', 'Period of the leaderboard').choices(PERIODS).default('all-time'))
    .option('--limit <n>', 'Number of contributors to show, 1 to 100', limit, 10)
    .option('--json', jsonObject('as_of', 'stats', 'leaderboard'))
    .action(async ({ to, period, limit, json }: Options) => {
      const { openPoolAsOf } = await import('../composition/poolAsOf.js')
      const opened = await openPoolAsOf(loadConfig())
      try {
        const { getPoolStats, getPoolLeaderboard } = opened.poolAsOf
        const [stats, leaderboard] = await Promise.all([getPoolStats(to), getPoolLeaderboard(period, limit, to)])
        if (json) printJson({ asOf: iso(to), stats, leaderboard })
        else printPast(iso(to), stats, leaderboard)
      } finally {
        await opened.close()
      }
    })
}

function printPast(asOf: string, stats: PoolStatsView, { period, contributors }: LeaderboardView): void {
  print(pc.bold(`The pool as of ${asOf}`))
  printTable(
    ['figure', 'value'],
    [
      ['validations', String(stats.totalValidations)],
      ['unique addresses', String(stats.uniqueEmails)],
      ['hit rate', String(stats.hitRate)],
      ['average response', `${stats.avgResponseTimeMs} ms`],
      ['active contributors', String(stats.activeContributors)],
      ...stats.coverageByDomain.map(({ domain, percent }) => [visible(domain), `${percent} %`]),
    ],
  )
  print(pc.bold(`\nLeaderboard, ${period}`))
  if (contributors.length === 0) print('No contributions in this period.')
  else
    printTable(
      ['rank', 'contributor', 'counted', 'unique', 'credits', 'badge', 'level'],
      contributors.map((entry) => [
        String(entry.rank),
        entry.contributorId,
        String(entry.countedContributions),
        String(entry.uniqueContributions),
        String(entry.creditsEarned),
        entry.badge,
        entry.level,
      ]),
    )
}
