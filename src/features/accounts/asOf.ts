// An account, its keys and its limits as of a past time.
import type { AccountQueries } from '../../eventing/asOf/past.js'
import type { Caller } from './caller.js'
import { limitsOf } from './plans.js'
import { accounts } from './projections/accounts.js'
import {
  createGetAccount,
  createGetOwnAccount,
  type GetAccountDependencies,
  type GetOwnAccount,
} from './queries/getAccount.js'
import { createListKeys, type ListKeys } from './queries/listKeys.js'

export interface PastAccounts {
  readonly getAccount: GetOwnAccount
  /** When keys were used is not in the log, so that it is unknown. */
  readonly listKeys: ListKeys
  /** The caller with the plan and limits of that time, or those of now if the account is younger. */
  readonly callerThen: (caller: Caller) => Promise<Caller>
}

const NO_USES = { lastUsed: async () => [] }

export const createAccountsAsOf = ({
  vault,
  confirmsEmail,
}: Pick<GetAccountDependencies, 'vault' | 'confirmsEmail'>): AccountQueries<PastAccounts> => ({
  name: 'account',
  models: [accounts],
  at: ({ eventing, clock }) => ({
    getAccount: createGetOwnAccount({ getAccount: createGetAccount({ eventing, vault, confirmsEmail }) }),
    listKeys: createListKeys({ eventing, vault, clock, keyUses: NO_USES }),
    async callerThen(caller) {
      const found = (await eventing.read(accounts).get(caller.account))?.document
      return found ? { ...caller, plan: found.plan, ...limitsOf(found.plan, found.overrides) } : caller
    },
  }),
})
