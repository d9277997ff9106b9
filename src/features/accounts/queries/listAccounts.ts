// Operator queries: every account, or one, with its limits and the number of its active keys.
import type { Eventing } from '../../../eventing/eventing.js'
import { Failure } from '../../../kernel/failure.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { streamName } from '../../../kernel/stream.js'
import { isActive } from '../events.js'
import { type Limits, limitsOf } from '../plans.js'
import { type AccountDocument, accounts } from '../projections/accounts.js'
import { type AccountView, unsealAccount } from './getAccount.js'

export interface AccountRow extends Omit<AccountView, 'emailConfirmation'>, Limits {
  readonly activeKeys: number
}

const PAGE_SIZE = 500

/** Operator query: every account, oldest first. */
export type ListAccounts = (now: string) => AsyncIterable<AccountRow>

export const createListAccounts = ({ eventing, vault }: { eventing: Eventing; vault: Vault }): ListAccounts =>
  async function* (now) {
    const model = eventing.read(accounts)
    let after: string | undefined
    do {
      const found = await model.find({ index: 'byCreation', limit: PAGE_SIZE, ...(after && { after }) })
      for (const { id, document } of found.items) yield rowOf(vault, id, document, now)
      after = found.next
    } while (after)
  }

/** Operator query: one account. */
export type ShowAccount = (id: string, now: string) => Promise<AccountRow>

export const createShowAccount =
  ({ eventing, vault }: { eventing: Eventing; vault: Vault }): ShowAccount =>
  async (id, now) => {
    const found = await eventing.read(accounts).getOrReplay(id, streamName('account', id))
    if (!found) throw new Failure('NOT_FOUND', 'There is no such account.')
    return rowOf(vault, id, found, now)
  }

async function rowOf(vault: Vault, id: string, document: AccountDocument, now: string): Promise<AccountRow> {
  return {
    ...(await unsealAccount(vault, id, document)),
    ...limitsOf(document.plan, document.overrides),
    activeKeys: document.keys.filter((key) => isActive(key, now)).length,
  }
}
