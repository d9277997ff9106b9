// `mailproof keys`: lists, issues and revokes API keys.
import { Command, InvalidArgumentError } from 'commander'
import { type KeyView, SCOPES, type Scope } from '../features/accounts/index.js'
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
  readonly scopes?: readonly Scope[]
  readonly networks?: readonly string[]
  readonly publishable?: boolean
  readonly origins?: readonly string[]
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
    .option(
      '--scopes <list>',
      `What the key may do: a comma-separated list of ${SCOPES.join(', ')} (default: all)`,
      scopes,
    )
    .option('--networks <list>', 'Networks it may be used from, as a comma-separated list of CIDR blocks', texts)
    .option('--publishable', 'Issue a key for the source of a page, which can only check addresses')
    .option('--origins <list>', 'Origins of the pages that a publishable key is for, comma-separated', texts)
    .option('--json', jsonObject('api_key', 'key'))
    .action(async (account: string, { sandbox = false, json, ...wanted }: IssueOptions) => {
      const { apiKey, key } = await withAccounts(async ({ showAccount, generateKey }) => {
        const { plan, perMinute, perMonth } = await showAccount(account, iso(Date.now()))
        const caller = { account, key: 'operator', sandbox: false, plan, perMinute, perMonth }
        return generateKey(caller, { ...wanted, sandbox }, operator())
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

export const keyColumns = ['key', 'name', 'begins with', 'kind', 'may', 'from', 'created', 'expires', 'last used']

export const keyRow = (key: KeyView): string[] => [
  key.id,
  visible(key.name ?? '–'),
  key.masked,
  `${key.sandbox ? 'sandbox' : 'live'}${key.publishable ? ', publishable' : ''}`,
  key.scopes.length === SCOPES.length ? 'everything' : key.scopes.join(', '),
  [...key.networks, ...key.origins].join(', ') || 'anywhere',
  key.createdAt,
  key.expiresAt ?? '–',
  key.lastUsedAt ?? '–',
]

const texts = (list: string): string[] => list.split(',').map((text) => text.trim())

function scopes(list: string): Scope[] {
  return texts(list).map((text) => {
    const scope = SCOPES.find((known) => known === text)
    if (!scope) throw new InvalidArgumentError(`Must be a comma-separated list of: ${SCOPES.join(', ')}.`)
    return scope
  })
}

function days(text: string): number {
  const value = Number(text)
  if (!/^\d{1,4}$/.test(text) || value < 1 || value > MAX_LIFETIME_DAYS)
    throw new InvalidArgumentError(`Must be an integer from 1 to ${MAX_LIFETIME_DAYS}.`)
  return value
}
