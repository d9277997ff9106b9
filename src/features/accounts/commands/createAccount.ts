// The command that creates an account with its first key.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { invalidAt } from '../../../kernel/failure.js'
import { newId } from '../../../kernel/ids.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import * as decide from '../decide.js'
import type { NewConfirmation } from '../internal/confirmations.js'
import { issueKey, mintKey } from '../internal/mintKey.js'
import type { Plan } from '../plans.js'
import { accounts } from '../projections/accounts.js'
import { apiKeys } from '../projections/apiKeys.js'
import type { AccountView } from '../queries/getAccount.js'
import { account as accountEntity } from '../state.js'

interface CreateAccountDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly getAccount: (account: string) => Promise<AccountView>
  /** Undefined if this installation sends no mail. */
  readonly newConfirmation: NewConfirmation | undefined
  /** Whether a text is a syntactically valid email address. */
  readonly isMailbox: (text: string) => boolean
}

/**
 * Creates an account with its first key. The address is a contact, not an identity: it need not be unique, so no caller
 * can discover or claim another owner's.
 */
export type CreateAccount = (
  contact: Contact,
  origin: Omit<Actor, 'id'>,
  options?: {
    /** Of the new account; by default a new one. */
    readonly id?: string
    /** By default the free plan. */
    readonly plan?: Plan
  },
) => Promise<{ account: AccountView; apiKey: string }>

export interface Contact {
  readonly email: string
  readonly name: string | null
}

/** An account has this id already. */
export class AccountExists extends Error {
  override readonly name = 'AccountExists'
}

export const createAccountCreation =
  ({ eventing, vault, getAccount, newConfirmation, isMailbox }: CreateAccountDependencies): CreateAccount =>
  async ({ email, name }, origin, { id: account = newId(), plan = 'free' } = {}) => {
    if (!isMailbox(email)) {
      throw invalidAt('/email', '`email` must be an address that we can reach you at, such as ada@example.org')
    }
    const actor: Actor = { ...origin, id: account }
    const sealed = {
      email: await vault.seal(account, email),
      name: name === null ? null : await vault.seal(account, name),
    }
    const { text, key } = await mintKey(vault, account, { name: null, sandbox: false, expiresAt: null })
    const { events } = await eventing.handle(accountEntity(account), actor, (state) =>
      decide.registerAccount(state, { account, ...sealed, plan, key, confirmation: newConfirmation?.(account) }),
    )
    if (events.length === 0) throw new AccountExists('the account exists')
    const position = await issueKey(eventing, actor, account, key)
    await eventing.waitForPosition(position, [accounts.name, apiKeys.name])
    return { account: await getAccount(account), apiKey: text }
  }
