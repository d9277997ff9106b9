// Finds the account, the rights and the end of an API key.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Caller } from '../caller.js'
import type { AddressKeeping, StoredRestrictions } from '../events.js'
import { type LimitOverrides, limitsOf, type Plan } from '../plans.js'
import { accounts } from '../projections/accounts.js'
import { type ApiKeyDocument, apiKeys } from '../projections/apiKeys.js'
import { account, issuedKey } from '../state.js'
import { unsealRestrictions } from './sealedRestrictions.js'

interface Owner {
  readonly account: string
  readonly plan: Plan
  readonly overrides: LimitOverrides
  readonly addressKeeping?: AddressKeeping
}

interface OwnedKey extends FoundKeyTimes {
  readonly id: string
  readonly sandbox: boolean
  readonly restrictions?: StoredRestrictions
}

type FoundKeyTimes = Pick<ApiKeyDocument, 'expiresAt' | 'revokedAt'>

export interface FoundKey {
  readonly caller: Caller
  readonly key: FoundKeyTimes
}

/**
 * Finds an API key and its account by the key's digest: in the read models, or in the log, for a key that was created
 * a moment ago.
 */
export function createFindKey(eventing: Eventing, vault: Vault) {
  const keyModel = eventing.read(apiKeys)
  const accountModel = eventing.read(accounts)

  return {
    async inModels(digest: string): Promise<FoundKey | undefined> {
      const key = (await keyModel.get(digest))?.document
      const owner = key && (await accountModel.get(key.owner))?.document
      if (!key || !owner) return undefined
      return foundKey({ id: key.key, ...key }, { account: key.owner, ...owner })
    },
    /** Finds a key that no projection has processed yet. */
    async inLog(digest: string): Promise<FoundKey | undefined> {
      const { state: issued } = await eventing.load(issuedKey(digest))
      if (!issued) return undefined
      const { state } = await eventing.load(account(issued.account))
      const key = state.status === 'active' && state.keys.find(({ id }) => id === issued.key)
      if (state.status !== 'active' || !key) return undefined
      return foundKey(key, state)
    },
  }

  async function foundKey(
    key: OwnedKey,
    { account, plan, overrides, addressKeeping }: Owner,
  ): Promise<FoundKey | undefined> {
    const { id, sandbox, expiresAt, revokedAt } = key
    const limits = limitsOf(plan, overrides)
    const caller = { account, key: id, sandbox, plan, ...limits, ...(addressKeeping?.days && { addressKeeping }) }
    if (!key.restrictions) return { key: { expiresAt, revokedAt }, caller }
    const restrictions = await unsealRestrictions(vault, account, key.restrictions)
    // The account has been erased.
    if (!restrictions) return undefined
    return { key: { expiresAt, revokedAt }, caller: { ...caller, restrictions } }
  }
}
