// `mailproof admin`: accounts by use, disabled webhooks, late read models and the age of the lists.
import { Command, InvalidArgumentError } from 'commander'
import pc from 'picocolors'
import { lateIn, type Overview, type UseRow } from '../api/admin/overview.js'
import { isMonth } from '../kernel/months.js'
import { jsonObject } from './jsonOption.js'
import { limit } from './limit.js'
import { print, printJson, printTable, UsageError, visible } from './output.js'
import { count, duration, plural } from './progress/words.js'
import { withContainer } from './withContainer.js'

const DEFAULT_ROWS = 20

interface Options {
  readonly month?: string
  readonly limit?: number
  readonly after?: string
  readonly json?: boolean
}

export function adminCommand(): Command {
  return new Command('admin')
    .description(
      'Show the accounts by use, those near their limits, disabled webhooks, late read models and the age of the lists (safe while the service runs)',
    )
    .option('--month <month>', 'UTC month, yyyy-mm (default: the present one)', month)
    .option('--limit <n>', `Rows of each table, 1 to 100 (default: ${DEFAULT_ROWS})`, limit)
    .option('--after <cursor>', 'Continue the accounts by use after this cursor, the `next` of the page before')
    .option('--json', jsonObject('month', 'accounts', 'next', 'limited', 'disabled_webhooks', 'read_models', 'lists'))
    .action(async ({ month, limit = DEFAULT_ROWS, after, json }: Options) => {
      const overview = await withContainer(({ getOverview }) => getOverview({ month, limit, after })).catch(explain)
      if (json) return printJson(overview)
      printOverview(overview)
    })
}

function explain(error: unknown): never {
  throw error instanceof RangeError ? new UsageError('--after is not a cursor of this list and month') : error
}

function month(text: string): string {
  if (isMonth(text)) return text
  throw new InvalidArgumentError('Must be a month, such as 2026-11.')
}

function printOverview({ month, accounts, next, limited, disabledWebhooks, readModels, lists }: Overview): void {
  title(`Accounts by use in ${month}`)
  if (accounts.length === 0) print('No account has used anything.')
  else printTable(USE_COLUMNS, accounts.map(useRow))
  if (next !== null) print(`More: --after ${next}`)
  title('Near their limits, or at them')
  if (limited.length === 0) print('No account has used 70 % of its quota.')
  else printTable(USE_COLUMNS, limited.map(useRow))
  title('Webhooks that the service disabled')
  if (disabledWebhooks.length === 0) print('None.')
  else
    printTable(
      ['webhook', 'account', 'reason', 'since'],
      disabledWebhooks.map(({ webhook, account, reason, changedAt }) => [webhook, account, reason, changedAt]),
    )
  title('Read models')
  const late = lateIn(readModels)
  if (late.length === 0) print(`All ${readModels.length} are up to date.`)
  else
    printTable(
      ['model', 'state', 'behind'],
      late.map(({ model, state, lagMs }) => [model, state, duration(lagMs)]),
    )
  title('Lists of domains')
  print(`Version ${pc.bold(lists.version)}, ${plural(lists.ageDays, 'day')} old.`)
}

const title = (text: string): void => print(`\n${pc.bold(text)}`)

const USE_COLUMNS = ['account', 'email', 'plan', 'used', 'reserved', 'per month', 'told']

const useRow = ({ account, email, plan, charged, reserved, perMonth, told }: UseRow): string[] => [
  account,
  visible(email),
  plan,
  count(charged),
  count(reserved),
  count(perMonth),
  told === null ? '–' : `${told} %`,
]
