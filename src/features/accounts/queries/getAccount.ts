import type { Eventing } from '../../../eventing/eventing.js'
import { Failure } from '../../../kernel/failure.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { streamName } from '../../../kernel/stream.js'
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
    const found = await eventing.read(accounts).getOrFold(account, streamName('account', account))
    if (!found) throw new Failure('NOT_FOUND', 'There is no such account.')
    return openAccount(vault, account, found)
  }

/** An account as its owner knows it: what was sealed is opened here and nowhere earlier. */
export async function openAccount(vault: Vault, id: string, document: AccountDocument): Promise<AccountView> {
  const { plan, createdAt, updatedAt } = document
  const email = (await vault.open(id, document.email)) ?? ''
  const name = document.name === null ? null : ((await vault.open(id, document.name)) ?? null)
  return { id, email, name, plan, createdAt, updatedAt }
}
