import type { Eventing } from '../../../eventing/eventing.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { type Limits, limitsOf } from '../plans.js'
import { accounts } from '../projections/accounts.js'
import { isActive } from '../state.js'
import { type AccountView, unsealAccount } from './getAccount.js'

export interface AccountRow extends AccountView, Limits {
  readonly activeKeys: number
}

const PAGE_SIZE = 500

/** Operator query: every account, oldest first. */
export const createListAccounts = ({ eventing, vault }: { eventing: Eventing; vault: Vault }) =>
  async function* (now: string): AsyncIterable<AccountRow> {
    const model = eventing.read(accounts)
    let after: string | undefined
    do {
      const found = await model.find({ index: 'byCreation', limit: PAGE_SIZE, ...(after && { after }) })
      for (const { id, document } of found.items) {
        const activeKeys = document.keys.filter((key) => isActive(key, now)).length
        yield {
          ...(await unsealAccount(vault, id, document)),
          ...limitsOf(document.plan, document.overrides),
          activeKeys,
        }
      }
      after = found.next
    } while (after)
  }
