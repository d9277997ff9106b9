// `mailproof keys`: lists, issues and revokes API keys.
import { Command, InvalidArgumentError } from 'commander'
import type { KeyView } from '../features/accounts/index.js'
import { iso } from '../kernel/clock.js'
import { jsonArray, jsonObject, KEY_MEMBERS } from './jsonOption.js'
import { print, printJson, printTable, visible } from './output.js'
import { operator, withAccounts } from './withContainer.js'

/** As in the REST API. */
const MAX_LIFETIME_DAYS = 3_650

interface IssueOptions {
  readonly name?: string
  readonly sandbox?: boolean
  readonly expiresInDays?: number
  readonly json?: boolean
}

export function keysCommand(): Command {
  const command = new Command('keys').description(
    'List, issue and revoke API keys of any account (safe while the service runs)',
  )

  command
    .command('list')
    .description('List the active API keys of an account, oldest first')
    .argument('<account>', 'Account id')
    .option('--json', jsonArray(...KEY_MEMBERS))
    .action(async (account: string, { json }: { json?: boolean }) => {
      const keys = await withAccounts(async ({ showAccount, listKeys }) => {
        await showAccount(account, iso(Date.now()))
        return listKeys({ account, sandbox: false })
      })
      if (json) return printJson(keys)
      if (keys.length === 0) return print(`${account} has no active keys.`)
      printTable(keyColumns, keys.map(keyRow))
    })

  command
    .command('issue')
    .description('Issue another API key, for example to replace a lost one, and print it; it cannot be shown again')
    .argument('<account>', 'Account id')
    .option('--name <name>', 'Name of the key')
    .option('--sandbox', 'Issue a sandbox key')
    .option('--expires-in-days <n>', `Lifetime, 1 to ${MAX_LIFETIME_DAYS} days (default: no expiry)`, days)
    .option('--json', jsonObject('api_key', 'key'))
    .action(async (account: string, { name, sandbox = false, expiresInDays, json }: IssueOptions) => {
      const { apiKey, key } = await withAccounts(async ({ showAccount, generateKey }) => {
        const { plan, perMinute, perMonth } = await showAccount(account, iso(Date.now()))
        const caller = { account, key: 'operator', sandbox: false, plan, perMinute, perMonth }
        return generateKey(caller, { name: name ?? null, sandbox, ...(expiresInDays && { expiresInDays }) }, operator())
      })
      if (json) return printJson({ apiKey, key })
      print(`Key:     ${key.id}\nAPI key: ${apiKey}\nStore the key now: it cannot be shown again.`)
    })

  command
    .command('revoke')
    .description(
      "Revoke an API key immediately; an account's last live key cannot be revoked before another one is issued",
    )
    .argument('<account>', 'Account id')
    .argument('<key>', 'Key id, as `keys list` shows it')
    .option('--json', jsonObject('account', 'key', 'outcome'))
    .action(async (account: string, key: string, { json }: { json?: boolean }) => {
      const outcome = await withAccounts(async ({ showAccount, revokeKey }) => {
        const { plan, perMinute, perMonth } = await showAccount(account, iso(Date.now()))
        return revokeKey({ account, key: 'operator', sandbox: false, plan, perMinute, perMonth }, key, operator())
      })
      if (json) return printJson({ account, key, outcome })
      print(outcome === 'revoked' ? `${key} has been revoked.` : `${key} was already revoked or has expired.`)
    })

  return command
}

export const keyColumns = ['key', 'name', 'begins with', 'kind', 'created', 'expires', 'last used']

export const keyRow = ({ id, name, masked, sandbox, createdAt, expiresAt, lastUsedAt }: KeyView): string[] => [
  id,
  visible(name ?? '–'),
  masked,
  sandbox ? 'sandbox' : 'live',
  createdAt,
  expiresAt ?? '–',
  lastUsedAt ?? '–',
]

function days(text: string): number {
  const value = Number(text)
  if (!/^\d{1,4}$/.test(text) || value < 1 || value > MAX_LIFETIME_DAYS)
    throw new InvalidArgumentError(`Must be an integer from 1 to ${MAX_LIFETIME_DAYS}.`)
  return value
}
