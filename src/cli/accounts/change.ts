// `mailproof accounts create`, `invite`, `confirm`, `set-plan`, `set-limits` and `erase`.
import { type Command, InvalidArgumentError } from 'commander'
import { isPlan, PLAN_IDS, type Plan } from '../../features/accounts/index.js'
import { iso } from '../../kernel/clock.js'
import { confirm } from '../confirm.js'
import { jsonObject } from '../jsonOption.js'
import { EXIT, print, printJson, visible } from '../output.js'
import { operator, withAccounts, withContainer } from '../withContainer.js'
import { parseAddress } from './parseAddress.js'

const DEFAULT_INVITE_DAYS = 30
const MAX_INVITE_DAYS = 365

/** Adds the commands that create, change and erase accounts. */
export function addAccountChanges(command: Command, exit: (code: number) => void): void {
  command
    .command('create')
    .description('Create an account and print its first API key, which cannot be shown again')
    .argument('<email>', "The owner's address; several accounts may have the same one")
    .option('--name <name>', 'Name of the owner')
    .option('--plan <plan>', `One of ${PLAN_IDS.join(', ')} (default: free)`, plan)
    .option('--json', jsonObject('account', 'api_key'))
    .action(async (text: string, { name, plan, json }: { name?: string; plan?: Plan; json?: boolean }) => {
      const email = await parseAddress(text)
      const { account, apiKey } = await withAccounts(async ({ createAccount, showAccount }) => {
        const { account, apiKey } = await createAccount({ email, name: name ?? null }, operator(), plan && { plan })
        // Whatever fails now, the key is printed.
        return { account: await showAccount(account.id, iso(Date.now())).catch(() => account), apiKey }
      })
      if (json) return printJson({ account, apiKey })
      print(`Account: ${account.id}\nAPI key: ${apiKey}\nStore the key now: it cannot be shown again.`)
    })

  command
    .command('invite')
    .description(
      'Make an invitation, with which one account can be created, and print its code; it cannot be shown again',
    )
    .option('--plan <plan>', `Plan of the account, one of ${PLAN_IDS.join(', ')} (default: free)`, plan)
    .option(
      '--expires-in-days <n>',
      `Days for which it can be used, 1 to ${MAX_INVITE_DAYS} (default: ${DEFAULT_INVITE_DAYS})`,
      inviteDays,
    )
    .option('--json', jsonObject('code', 'account', 'plan', 'expires_at'))
    .action(async ({ plan = 'free', expiresInDays = DEFAULT_INVITE_DAYS, json }: InviteOptions) => {
      const invite = await withAccounts(({ issueInvite }) => issueInvite({ plan, expiresInDays }, operator()))
      if (json) return printJson(invite)
      print(
        `Code:    ${invite.code}\nAccount: ${invite.account} (its id, once it has been created)\nExpires: ${invite.expiresAt}`,
      )
    })

  command
    .command('confirm')
    .description("Have a link that confirms the owner's address sent to it; a link that was sent before ends")
    .argument('<id>', 'Account id')
    .option('--json', jsonObject('account', 'outcome'))
    .action(async (id: string, { json }: { json?: boolean }) => {
      const outcome = await withAccounts(({ requestConfirmation }) => requestConfirmation(id, operator()))
      if (json) return printJson({ account: id, outcome })
      print(
        outcome === 'requested'
          ? `The running service will send a link to the owner of ${id}.`
          : `The address of ${id} is already confirmed.`,
      )
    })

  command
    .command('set-plan')
    .description('Change the plan of an account')
    .argument('<id>', 'Account id')
    .argument('<plan>', `One of ${PLAN_IDS.join(', ')}`, plan)
    .option('--json', jsonObject('account', 'plan', 'outcome'))
    .action(async (id: string, chosen: Plan, { json }: { json?: boolean }) => {
      const outcome = await withAccounts(({ setPlan }) => setPlan(id, chosen, operator()))
      if (json) return printJson({ account: id, plan: chosen, outcome })
      print(outcome === 'changed' ? `${id} is now on the ${chosen} plan.` : `${id} is already on the ${chosen} plan.`)
    })

  command
    .command('set-limits')
    .description("Override the limits of an account; 'plan' restores the limit of its plan")
    .argument('<id>', 'Account id')
    .option('--per-minute <n>', 'Requests per minute', limit)
    .option('--per-month <n>', 'Addresses per month', limit)
    .option('--json', jsonObject('account', 'per_minute', 'per_month', 'outcome'))
    .action(
      async (
        id: string,
        { perMinute, perMonth, json }: { perMinute?: Limit; perMonth?: Limit; json?: boolean },
        self: Command,
      ) => {
        if (perMinute === undefined && perMonth === undefined)
          self.error('error: pass --per-minute, --per-month or both')
        const limits = {
          ...(perMinute !== undefined && { perMinute: override(perMinute) }),
          ...(perMonth !== undefined && { perMonth: override(perMonth) }),
        }
        const outcome = await withAccounts(({ setLimits }) => setLimits(id, limits, operator()))
        if (json) return printJson({ account: id, ...limits, outcome })
        print(outcome === 'changed' ? `The limits of ${id} have been changed.` : `${id} already has these limits.`)
      },
    )

  command
    .command('erase')
    .description('Erase an account permanently: its keys stop working and everything it sent becomes unreadable')
    .argument('<id>', 'Account id')
    .option('--yes', 'Skip the confirmation')
    .option('--json', jsonObject('account', 'outcome'))
    .action(async (id: string, { yes, json }: { yes?: boolean; json?: boolean }) => {
      if (!yes && !(await confirm(`Erase ${visible(id)} permanently? This cannot be undone.`))) {
        exit(EXIT.negative)
        return print('Nothing was erased.')
      }
      const outcome = await withContainer(({ erasing }) => erasing.erase(id, operator()))
      if (json) return printJson({ account: id, outcome })
      print(
        outcome === 'erased'
          ? `${id} has been erased.`
          : `${id} was already erased; any remaining data has been deleted.`,
      )
    })
}

interface InviteOptions {
  readonly plan?: Plan
  readonly expiresInDays?: number
  readonly json?: boolean
}

function inviteDays(text: string): number {
  const value = Number(text)
  if (!/^\d{1,3}$/.test(text) || value < 1 || value > MAX_INVITE_DAYS)
    throw new InvalidArgumentError(`Must be an integer from 1 to ${MAX_INVITE_DAYS}.`)
  return value
}

function plan(text: string): Plan {
  if (!isPlan(text)) throw new InvalidArgumentError(`Must be one of: ${PLAN_IDS.join(', ')}.`)
  return text
}

/** `plan` stands for null (no override), because Commander treats a null result as an option that was not given. */
type Limit = number | 'plan'

const override = (limit: Limit): number | null => (limit === 'plan' ? null : limit)

function limit(text: string): Limit {
  if (text === 'plan') return text
  const value = Number(text)
  if (!/^\d{1,10}$/.test(text) || value < 1) throw new InvalidArgumentError("Must be a positive integer or 'plan'.")
  return value
}
