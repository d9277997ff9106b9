// The active keys of an account, as its owner sees them.
import type { Reading } from '../../../eventing/eventing.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { streamName } from '../../../kernel/stream.js'
import { DAY_MS } from '../../../kernel/time.js'
import type { Caller } from '../caller.js'
import type { Scope } from '../events.js'
import { endOf, isActive } from '../events.js'
import { unsealRestrictions } from '../internal/sealedRestrictions.js'
import type { KeyUses } from '../keyUse.js'
import { accounts } from '../projections/accounts.js'
import type { KeyRestrictions } from '../restrictions.js'
import { SCOPES } from '../scopes.js'

export interface KeyView {
  readonly id: string
  readonly name: string | null
  readonly masked: string
  readonly sandbox: boolean
  readonly createdAt: string
  readonly expiresAt: string | null
  /** The lifetime that the key was made with; null if it has no end of its own. */
  readonly expiresInDays: number | null
  readonly lastUsedAt: string | null
  /** All of them for a key without a list of scopes. */
  readonly scopes: readonly Scope[]
  /** In CIDR notation; empty: the key may be used from anywhere. */
  readonly networks: readonly string[]
  readonly publishable: boolean
  /** Of the pages that a publishable key is for; empty for other keys. */
  readonly origins: readonly string[]
}

/** The lifetime of a key, in days. @param expiresAt its own end, whether it is revoked before or not */
export const lifetimeOf = (createdAt: string, expiresAt: string | null): number | null =>
  expiresAt === null ? null : Math.max(1, Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / DAY_MS))

/** The restrictions of a key as its owner sees them. */
export const restrictionsView = (
  restrictions: KeyRestrictions | undefined,
): Pick<KeyView, 'scopes' | 'networks' | 'publishable' | 'origins'> => ({
  scopes: restrictions?.scopes ?? SCOPES,
  networks: restrictions?.networks.map(({ text }) => text) ?? [],
  publishable: restrictions?.publishable ?? false,
  origins: restrictions?.origins ?? [],
})

/**
 * The active keys of the caller's account, oldest first. A sandbox key sees sandbox keys only. The expiry of a key that
 * is being rotated is the end of its grace period.
 */
export type ListKeys = (caller: Pick<Caller, 'account' | 'sandbox'>) => Promise<KeyView[]>

export const createListKeys =
  ({
    eventing,
    vault,
    keyUses,
    clock,
  }: {
    eventing: Reading
    vault: Vault
    keyUses: Pick<KeyUses, 'lastUsed'>
    clock: Clock
  }): ListKeys =>
  async ({ account, sandbox: sandboxOnly }) => {
    const now = iso(clock.now())
    const document = await eventing.read(accounts).getOrReplay(account, streamName('account', account))
    const keys = (document?.keys ?? []).filter((key) => isActive(key, now) && (key.sandbox || !sandboxOnly))
    const lastUsed = await keyUses.lastUsed(keys.map(({ id }) => id))
    return Promise.all(
      keys.map(async ({ id, name, masked, sandbox, createdAt, expiresAt, revokedAt, restrictions }, index) => ({
        id,
        name: name === null ? null : ((await vault.open(account, name)) ?? null),
        masked,
        sandbox,
        createdAt,
        expiresAt: endOf({ expiresAt, revokedAt }),
        expiresInDays: lifetimeOf(createdAt, expiresAt),
        lastUsedAt: lastUsed[index] ?? null,
        ...restrictionsView(restrictions && (await unsealRestrictions(vault, account, restrictions))),
      })),
    )
  }
