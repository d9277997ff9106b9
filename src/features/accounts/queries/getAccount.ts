import type { Eventing } from '../../../eventing/eventing.js'
import { Failure } from '../../../kernel/failure.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../caller.js'
import type { Plan } from '../plans.js'
import { type AccountDocument, accounts } from '../projections/accounts.js'

export interface AccountView {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly plan: Plan
  readonly createdAt: string
  readonly updatedAt: string
}

/** @throws Failure NOT_FOUND */
export const createGetAccount =
  ({ eventing, vault }: { eventing: Eventing; vault: Vault }) =>
  async (account: string): Promise<AccountView> => {
    const found = await eventing.read(accounts).getOrReplay(account, streamName('account', account))
    if (!found) throw new Failure('NOT_FOUND', 'There is no such account.')
    return openAccount(vault, account, found)
  }

/** Whose account it is, to a sandbox key. */
const SANDBOX = {
  email: 'sandbox@example.com',
  name: 'Sandbox',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
} as const

/**
 * The caller's account. A sandbox key may stand in test code or a web page: it is shown the same made-up owner as every
 * other one, and the plan, which its limits follow.
 * @throws Failure NOT_FOUND
 */
export const createGetOwnAccount =
  ({ getAccount }: { readonly getAccount: (account: string) => Promise<AccountView> }) =>
  async ({ account: id, plan, sandbox }: Pick<Caller, 'account' | 'plan' | 'sandbox'>): Promise<AccountView> =>
    sandbox ? { id, plan, ...SANDBOX } : getAccount(id)

/** An account as its owner knows it: what was sealed is opened here and nowhere earlier. */
export async function openAccount(vault: Vault, id: string, document: AccountDocument): Promise<AccountView> {
  const { plan, createdAt, updatedAt } = document
  const email = (await vault.open(id, document.email)) ?? ''
  const name = document.name === null ? null : ((await vault.open(id, document.name)) ?? null)
  return { id, email, name, plan, createdAt, updatedAt }
}
