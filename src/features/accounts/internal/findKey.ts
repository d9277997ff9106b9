import type { Eventing } from '../../../eventing/eventing.js'
import type { Caller } from '../caller.js'
import { limitsOf } from '../plans.js'
import { accounts } from '../projections/accounts.js'
import { type ApiKeyDocument, apiKeys } from '../projections/apiKeys.js'
import { account, issuedKey } from '../state.js'

export interface FoundKey {
  readonly caller: Caller
  readonly key: Pick<ApiKeyDocument, 'expiresAt' | 'revokedAt'>
}

/**
 * Finds an API key and its account by the key's digest: in the read models, or in the log, for a key that was created
 * a moment ago.
 */
export function createFindKey(eventing: Eventing) {
  const keyModel = eventing.read(apiKeys)
  const accountModel = eventing.read(accounts)

  return {
    async inModels(digest: string): Promise<FoundKey | undefined> {
      const key = (await keyModel.get(digest))?.document
      const owner = key && (await accountModel.get(key.owner))?.document
      if (!key || !owner) return undefined
      const { plan, overrides } = owner
      return {
        key,
        caller: { account: key.owner, key: key.key, sandbox: key.sandbox, plan, ...limitsOf(plan, overrides) },
      }
    },
    /** Finds a key that no projection has processed yet. */
    async inLog(digest: string): Promise<FoundKey | undefined> {
      const { state: issued } = await eventing.load(issuedKey(digest))
      if (!issued) return undefined
      const { state } = await eventing.load(account(issued.account))
      const key = state.status === 'active' && state.keys.find(({ id }) => id === issued.key)
      if (state.status !== 'active' || !key) return undefined
      const { plan, overrides } = state
      return {
        key,
        caller: { account: issued.account, key: key.id, sandbox: key.sandbox, plan, ...limitsOf(plan, overrides) },
      }
    },
  }
}
