// `mailproof replay`: the pool's figures, or the documents of a read model, as of a past time.
import { Readable } from 'node:stream'
import { Command, Option } from 'commander'
import pc from 'picocolors'
import { loadConfig } from '../config.js'
import type { Past } from '../eventing/asOf/past.js'
import type { LeaderboardPeriod, LeaderboardView, PoolStatsView } from '../features/pool/index.js'
import { iso } from '../kernel/clock.js'
import { jsonObject } from './jsonOption.js'
import { limit } from './limit.js'
import { print, printJson, printTable, UsageError, visible } from './output.js'
import { parseTimestamp } from './parseTimestamp.js'
import { writeTexts } from './writeTexts.js'

const PERIODS: readonly LeaderboardPeriod[] = ['daily', 'weekly', 'monthly', 'all-time']

interface Options {
  readonly to: number
  readonly model?: string
  readonly account?: string
  readonly period: LeaderboardPeriod
  readonly limit: number
  readonly json?: boolean
}

export function replayCommand(): Command {
  return new Command('replay')
    .description("Show the public pool's statistics and leaderboard, or any read model, as of a past time")
    .requiredOption('--to <time>', 'The time: ISO 8601, or a UTC date (end of that day)', (text) =>
      parseTimestamp(text),
    )
    .option('--model <name>', 'Print the documents of a read model instead, one per line (JSON), in order of their ids')
    .option('--account <id>', 'Of the model, only what events of one account made of it')
    .addOption(new Option('--period <period>', 'Period of the leaderboard').choices(PERIODS).default('all-time'))
    .option('--limit <n>', 'Number of contributors to show, 1 to 100', limit, 10)
    .option('--json', jsonObject('as_of', 'stats', 'leaderboard'))
    .action(async ({ to, model, account, period, limit, json }: Options, command: Command) => {
      if (account !== undefined && model === undefined) throw new UsageError('--account needs --model <name>.')
      const ignored = ['period', 'limit'].find((name) => command.getOptionValueSource(name) === 'cli')
      if (ignored && model !== undefined) throw new UsageError(`--${ignored} is of the leaderboard, not of a --model.`)
      const { openPoolAsOf } = await import('../composition/poolAsOf.js')
      const opened = await openPoolAsOf(loadConfig())
      try {
        if (model !== undefined) return await printDocuments(opened.past, { model, account, to })
        const { getPoolStats, getPoolLeaderboard } = await opened.poolAsOf.at({ time: to })
        const [stats, leaderboard] = await Promise.all([getPoolStats(), getPoolLeaderboard(period, limit)])
        if (json) printJson({ asOf: iso(to), stats, leaderboard })
        else printPast(iso(to), stats, leaderboard)
      } finally {
        await opened.close()
      }
    })
}

async function printDocuments(
  past: Past,
  { model, account, to: time }: { readonly model: string; readonly account: string | undefined; readonly to: number },
): Promise<void> {
  const { projections } = await import('../composition/projections.js')
  const { ofModel } = await import('../eventing/asOf/past.js')
  const projection = projections.find(({ name }) => name === model)
  if (!projection) {
    const names = projections.map(({ name }) => name).join(', ')
    throw new UsageError(`There is no read model ${visible(model)}. There are: ${names}.`)
  }
  const { eventing } = await past.at(ofModel(projection, account), { time })
  const documents = [...eventing.documentsOf(model)].sort((a, b) => (a.id < b.id ? -1 : 1))
  const lines = documents.map(({ id, document }) => `${JSON.stringify({ id, ...document })}\n`)
  await writeTexts(Readable.from(lines), process.stdout)
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
