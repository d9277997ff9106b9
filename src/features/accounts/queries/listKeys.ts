import type { Eventing } from '../../../eventing/eventing.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../caller.js'
import type { KeyUses } from '../keyUse.js'
import { accounts } from '../projections/accounts.js'
import { isActive } from '../state.js'

export interface KeyView {
  readonly id: string
  readonly name: string | null
  readonly masked: string
  readonly sandbox: boolean
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
}

/**
 * The keys of the caller's account that work now, oldest first; to a sandbox key, sandbox keys alone. A key that is being replaced shows its end as its
 * expiry.
 */
export const createListKeys =
  ({ eventing, vault, keyUses, clock }: { eventing: Eventing; vault: Vault; keyUses: KeyUses; clock: Clock }) =>
  async ({ account, sandbox: only }: Pick<Caller, 'account' | 'sandbox'>): Promise<KeyView[]> => {
    const now = iso(clock.now())
    const document = await eventing.read(accounts).getOrReplay(account, streamName('account', account))
    const keys = (document?.keys ?? []).filter((key) => isActive(key, now) && (key.sandbox || !only))
    const lastUsed = await keyUses.lastUsed(keys.map(({ id }) => id))
    return Promise.all(
      keys.map(async ({ id, name, masked, sandbox, createdAt, expiresAt, revokedAt }, index) => ({
        id,
        name: name === null ? null : ((await vault.open(account, name)) ?? null),
        masked,
        sandbox,
        createdAt,
        expiresAt: [expiresAt, revokedAt].filter((end) => end !== null).sort()[0] ?? null,
        lastUsedAt: lastUsed[index] ?? null,
      })),
    )
  }
