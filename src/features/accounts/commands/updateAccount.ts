// The command by which an owner changes settings of the account.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { Failure } from '../../../kernel/failure.js'
import { newId } from '../../../kernel/ids.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Caller } from '../caller.js'
import * as decide from '../decide.js'
import { ownerOfAddresses } from '../encoding.js'
import { accounts } from '../projections/accounts.js'
import type { AccountView, GetOwnAccount } from '../queries/getAccount.js'
import { type AccountState, account as accountEntity } from '../state.js'

/** Settings to change; what is left out stays. */
interface AccountChanges {
  /** For how many days masked addresses are kept beside decisions, at most 365; 0: not at all. */
  readonly keepAddressesDays?: number | undefined
}

/** Changes settings of the caller's account. Once addresses are no longer kept, those that were are unreadable. */
export type UpdateAccount = (caller: Caller, changes: AccountChanges, actor: Actor) => Promise<AccountView>

interface UpdateAccountDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly getAccount: GetOwnAccount
  readonly onAccountChanged: (account: string) => void
}

export function createUpdateAccount(dependencies: UpdateAccountDependencies): UpdateAccount {
  const { eventing, vault, getAccount, onAccountChanged } = dependencies

  return async (caller, { keepAddressesDays: days }, actor) => {
    if (caller.sandbox) throw new Failure('VALIDATION_ERROR', 'Sandbox keys cannot change the account. Use a live key.')
    if (days !== undefined) {
      const entity = accountEntity(caller.account)
      const change = (state: AccountState) => decide.keepAddresses(state, { days, begun: newId() })
      // An earlier attempt may have failed after the decision. Once addresses are kept again, no state names that key.
      const { state: before } = await eventing.load(entity)
      if (keepingOf(before)?.days === 0) await destroyKeyOf(before)
      const { state, position } = await eventing.handle(entity, actor, change)
      await eventing.waitForPosition(position, [accounts.name])
      onAccountChanged(caller.account)
      // Last, because whoever still takes addresses for kept seals them with a key made anew.
      if (days === 0) await destroyKeyOf(state)
    }
    return getAccount(caller)
  }

  async function destroyKeyOf(state: AccountState): Promise<void> {
    const keeping = keepingOf(state)
    if (keeping) await vault.destroy(ownerOfAddresses(keeping))
  }
}

const keepingOf = (state: AccountState) => (state.status === 'active' ? state.addressKeeping : undefined)
