import type { Eventing } from '../../../eventing/eventing.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { ownerOfAddresses } from '../encoding.js'
import { account } from '../state.js'

interface ForgetAccountDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly keyUses: { forget(keys: readonly string[]): Promise<void> }
}

/**
 * Destroys an erased account's data keys, so that nothing sealed with them can be opened again, in any copy, and deletes
 * the last-used times of its keys. Idempotent.
 */
export type ForgetAccount = (id: string) => Promise<void>

export const createForgetAccount =
  ({ eventing, vault, keyUses }: ForgetAccountDependencies): ForgetAccount =>
  async (id) => {
    await vault.destroy(id)
    const { state } = await eventing.load(account(id))
    if (state.status !== 'erased') return
    if (state.addressKeeping) await vault.destroy(ownerOfAddresses(state.addressKeeping))
    await keyUses.forget(state.keys.map(({ id }) => id))
  }
