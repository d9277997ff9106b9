// `mailproof accounts list`, `find` and `show`.
import type { Command } from 'commander'
import type { AccountRow, KeyView } from '../../features/accounts/index.js'
import { iso } from '../../kernel/clock.js'
import { ACCOUNT_MEMBERS, jsonArray, jsonObject } from '../jsonOption.js'
import { keyColumns, keyRow } from '../keys.js'
import { EXIT, print, printJson, printTable, visible } from '../output.js'
import { withAccounts } from '../withContainer.js'
import { parseAddress } from './parseAddress.js'

interface Options {
  readonly json?: boolean
}

/** Adds the commands that list, find and show accounts. */
export function addAccountViews(command: Command, exit: (code: number) => void): void {
  command
    .command('list')
    .description('List all accounts, oldest first')
    .option('--json', jsonArray(...ACCOUNT_MEMBERS))
    .action(async ({ json }: Options) => {
      const rows = await findAccounts(() => true)
      if (json) return printJson(rows)
      if (rows.length === 0) return print('There are no accounts yet.')
      printAccounts(rows)
    })

  command
    .command('find')
    .description('List the accounts of an owner, oldest first; several accounts may have the same address')
    .argument('<email>', "The owner's address, in any spelling that reaches the same mailbox")
    .option('--json', jsonArray(...ACCOUNT_MEMBERS))
    .action(async (text: string, { json }: Options) => {
      const { canonicalAddress } = await import('../../features/verification/index.js')
      const address = canonicalAddress(await parseAddress(text))
      const rows = await findAccounts(({ email }) => email !== '' && canonicalAddress(email) === address)
      if (rows.length === 0) exit(EXIT.negative)
      if (json) return printJson(rows)
      if (rows.length === 0) return print('No account has this address.')
      printAccounts(rows)
    })

  command
    .command('show')
    .description('Show an account and its active API keys')
    .argument('<id>', 'Account id')
    .option('--json', jsonObject(...ACCOUNT_MEMBERS, 'keys'))
    .action(async (id: string, { json }: Options) => {
      const { account, keys } = await withAccounts(async ({ showAccount, listKeys }) => ({
        account: await showAccount(id, iso(Date.now())),
        keys: await listKeys({ account: id, sandbox: false }),
      }))
      if (json) return printJson({ ...account, keys })
      printAccount(account, keys)
    })
}

const findAccounts = (isWanted: (row: AccountRow) => boolean): Promise<AccountRow[]> =>
  withAccounts(async ({ listAccounts }) => {
    const found: AccountRow[] = []
    for await (const row of listAccounts(iso(Date.now()))) if (isWanted(row)) found.push(row)
    return found
  })

const printAccounts = (rows: readonly AccountRow[]): void =>
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

function printAccount(account: AccountRow, keys: readonly KeyView[]): void {
  printTable(
    ['account', account.id],
    [
      ['email', visible(account.email)],
      ['name', visible(account.name ?? '–')],
      ['plan', account.plan],
      ['requests per minute', String(account.perMinute)],
      ['addresses per month', String(account.perMonth)],
      ['address confirmed', account.emailConfirmedAt ?? '–'],
      ['keeps masked addresses', account.keepAddressesDays > 0 ? `${account.keepAddressesDays} days` : '–'],
      ['created', account.createdAt],
      ['changed', account.updatedAt],
    ],
  )
  print('')
  printTable(keyColumns, keys.map(keyRow))
}
