// `mailproof verdicts`: the counts of an account's verdicts.
import { Command, Option } from 'commander'
import pc from 'picocolors'
import type { Dimension, Interval, PeriodView, VerdictsView } from '../features/verdicts/index.js'
import { iso } from '../kernel/clock.js'
import { jsonObject } from './jsonOption.js'
import { limit } from './limit.js'
import { print, printJson, printTable, visible } from './output.js'
import { withContainer } from './withContainer.js'

const INTERVALS: readonly Interval[] = ['hour', 'day', 'month']
const DIMENSIONS: readonly Dimension[] = ['status', 'decision', 'reason', 'provider', 'domain', 'api']

interface Options {
  readonly from?: string
  readonly to?: string
  readonly interval: Interval
  readonly by?: Dimension
  readonly timezone: string
  readonly limit: number
  readonly csv?: boolean
  readonly json?: boolean
}

export function verdictsCommand(): Command {
  return new Command('verdicts')
    .description("Count an account's verdicts by hour, day or month, and compare them with the period before")
    .argument('<account>', 'Account id')
    .option('--from <time>', 'Start: ISO 8601, or a date in the time zone (default: 24 hours, 30 days or 12 months)')
    .option('--to <time>', 'End, exclusive: ISO 8601, or a date in the time zone, with its whole day (default: now)')
    .addOption(new Option('--interval <interval>', 'Length of a period').choices(INTERVALS).default('day'))
    .addOption(new Option('--by <dimension>', 'Break down by the values of a dimension').choices(DIMENSIONS))
    .option('--timezone <name>', 'Time zone of days, months and dates', 'UTC')
    .option('--limit <n>', 'Number of values of the breakdown, 1 to 100', limit, 10)
    .option('--csv', 'Print CSV: a row per period, or per period and value')
    .option('--json', jsonObject('interval', 'timezone', 'by', 'range', 'previous', 'periods'))
    .action(async (account: string, { csv, json, ...input }: Options) => {
      const { createVerdictCounts } = await import('../features/verdicts/index.js')
      const view = await withContainer(async ({ accounts, eventing, clock }) => {
        await accounts.showAccount(account, iso(clock.now()))
        return createVerdictCounts({ eventing, clock })({ account, sandbox: false }, input)
      })
      if (csv) {
        const { verdictsCsv } = await import('../api/verdicts/present.js')
        process.stdout.write(verdictsCsv(view))
      } else if (json) printJson(view)
      else printVerdicts(view)
    })
}

function printVerdicts({ range, previous, periods }: VerdictsView): void {
  print(pc.bold(`Verdicts from ${range.start} to ${range.end}`))
  const shown = periods.filter(({ counts }) => counts.total > 0)
  if (shown.length > 0) printTable(COLUMNS, [...shown.map(rowOf), rowOf({ ...range, start: 'all' })])
  else print('There are no verdicts in this period.')
  print(`The period before had ${previous.counts.total}, of which ${previous.counts.decision.deny} deny.`)
  const { breakdown } = range
  if (!breakdown) return
  print('')
  const { values, none, unknown, other } = breakdown
  const rest = Object.entries({ '(none)': none, '(unknown)': unknown, '(other)': other }).filter(
    ([, count]) => count > 0,
  )
  printTable(
    ['value', 'verdicts'],
    [
      ...values.map(({ value, count }) => [visible(value), String(count)]),
      ...rest.map(([name, count]) => [name, String(count)]),
    ],
  )
}

const COLUMNS = [
  'start',
  'verdicts',
  'valid',
  'invalid',
  'unknown',
  'allow',
  'review',
  'deny',
  'disposable',
  'mistyped',
]

const rowOf = ({ start, counts }: Pick<PeriodView, 'start' | 'counts'>): string[] => {
  const { total, status, decision, disposable, typo } = counts
  const numbers = [total, status.valid, status.invalid, status.unknown, decision.allow, decision.review, decision.deny]
  return [start, ...[...numbers, disposable, typo].map(String)]
}
