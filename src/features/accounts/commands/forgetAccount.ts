import type { Eventing } from '../../../eventing/eventing.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { account } from '../state.js'

export interface ForgetAccountDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly keyUses: { forget(keys: readonly string[]): Promise<void> }
}

/** Of an account that is erased: nothing that was sealed for it can be opened any more, in whatever copy. May be repeated. */
export const createForgetAccount =
  ({ eventing, vault, keyUses }: ForgetAccountDependencies) =>
  async (id: string): Promise<void> => {
    await vault.destroy(id)
    const { state } = await eventing.load(account(id))
    if (state.status === 'erased') await keyUses.forget(state.keys.map(({ id }) => id))
  }
