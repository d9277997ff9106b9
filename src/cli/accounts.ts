import { Command, InvalidArgumentError } from 'commander'
import type { House } from '../composition/index.js'
import { type AccountRow, isPlan, PLAN_IDS, type Plan } from '../features/accounts/index.js'
import { iso } from '../kernel/clock.js'
import { confirm } from './confirm.js'
import { EXIT, print, printJson, printTable, visible } from './output.js'
import { operator, withContainer } from './withContainer.js'

export function accountsCommand(exit: (code: number) => void): Command {
  const command = new Command('accounts').description('see and change accounts, beside a running service too')

  command
    .command('list')
    .description('every account, oldest first')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const rows = await withAccounts(async ({ listAccounts }) => {
        const found: AccountRow[] = []
        for await (const row of listAccounts(iso(Date.now()))) found.push(row)
        return found
      })
      if (json) return printJson(rows)
      if (rows.length === 0) return print('There are no accounts yet.')
      printTable(
        ['id', 'email', 'name', 'plan', 'per minute', 'per month', 'keys', 'created'],
        rows.map((row) => [
          row.id,
          visible(row.email),
          visible(row.name ?? '–'),
          row.plan,
          String(row.perMinute),
          String(row.perMonth),
          String(row.activeKeys),
          row.createdAt,
        ]),
      )
    })

  command
    .command('set-plan')
    .description('put an account on a plan')
    .argument('<id>', 'account id')
    .argument('<plan>', PLAN_IDS.join(', '), plan)
    .option('--json', 'as JSON')
    .action(async (id: string, chosen: Plan, { json }: { json?: boolean }) => {
      const outcome = await withAccounts(({ setPlan }) => setPlan(id, chosen, operator()))
      if (json) return printJson({ account: id, plan: chosen, outcome })
      print(outcome === 'changed' ? `${id} is on ${chosen} now.` : `${id} was on ${chosen} already.`)
    })

  command
    .command('set-limits')
    .description("limits of one account; 'plan' goes back to the plan's")
    .argument('<id>', 'account id')
    .option('--per-minute <n>', 'requests a minute', limit)
    .option('--per-month <n>', 'addresses a month', limit)
    .option('--json', 'as JSON')
    .action(
      async (
        id: string,
        { perMinute, perMonth, json }: { perMinute?: Limit; perMonth?: Limit; json?: boolean },
        self: Command,
      ) => {
        if (perMinute === undefined && perMonth === undefined)
          self.error('error: name --per-minute, --per-month or both')
        const limits = {
          ...(perMinute !== undefined && { perMinute: override(perMinute) }),
          ...(perMonth !== undefined && { perMonth: override(perMonth) }),
        }
        const outcome = await withAccounts(({ setLimits }) => setLimits(id, limits, operator()))
        if (json) return printJson({ account: id, ...limits, outcome })
        print(outcome === 'changed' ? `The limits of ${id} are changed.` : `The limits of ${id} were so already.`)
      },
    )

  command
    .command('erase')
    .description('erase an account for ever: its keys end, nothing that it ever sent can be read any more')
    .argument('<id>', 'account id')
    .option('--yes', 'do not ask')
    .option('--json', 'as JSON')
    .action(async (id: string, { yes, json }: { yes?: boolean; json?: boolean }) => {
      if (!yes && !(await confirm(`Erase ${visible(id)} for ever? There is no way back.`))) {
        exit(EXIT.negative)
        return print('Nothing is erased.')
      }
      const outcome = await withContainer(({ erasing }) => erasing.erase(id, operator()))
      if (json) return printJson({ account: id, outcome })
      print(outcome === 'erased' ? `${id} is erased.` : `${id} was erased already; what was left is gone.`)
    })

  return command
}

type Accounts = House['accounts']

const withAccounts = <T>(use: (accounts: Accounts) => Promise<T>): Promise<T> =>
  withContainer(({ accounts }) => use(accounts))

function plan(text: string): Plan {
  if (!isPlan(text)) throw new InvalidArgumentError(`Plans are ${PLAN_IDS.join(', ')}.`)
  return text
}

/** Commander takes null for nothing given. */
type Limit = number | 'plan'

const override = (limit: Limit): number | null => (limit === 'plan' ? null : limit)

function limit(text: string): Limit {
  if (text === 'plan') return text
  const value = Number(text)
  if (!/^\d{1,10}$/.test(text) || value < 1) throw new InvalidArgumentError("A whole number from 1, or 'plan'.")
  return value
}
