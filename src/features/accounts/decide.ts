// Decides commands of accounts and API keys. Pure.
import { Failure } from '../../kernel/failure.js'
import { perAccount } from '../../kernel/limits.js'
import type { AccountEvent, StoredRestrictions } from './events.js'
import { isActive } from './events.js'
import type { LimitOverrides, Plan } from './plans.js'
import { administers } from './restrictions.js'
import type { AccountState, Confirmation, KeyState } from './state.js'

/** Maximum number of active keys per account; live, sandbox and publishable keys are counted separately. */
export const MAX_ACTIVE_KEYS = perAccount.activeKeys.max

export interface NewKey {
  readonly id: string
  readonly digest: string
  readonly masked: string
  readonly name: string | null
  readonly sandbox: boolean
  readonly expiresAt: string | null
  /** Absent for a key with every right. */
  readonly restrictions?: StoredRestrictions
}

type Active = Extract<AccountState, { status: 'active' }>

function existing(state: AccountState): Active {
  if (state.status !== 'active') throw new Failure('NOT_FOUND', 'There is no such account.')
  return state
}

const generated = (account: string, { id, restrictions, ...rest }: NewKey): AccountEvent =>
  restrictions
    ? { type: 'RestrictedKeyGenerated', data: { account, key: id, ...rest, ...restrictions } }
    : { type: 'ApiKeyGenerated', data: { account, key: id, ...rest } }

const revoked = (account: string, { id, digest }: KeyState, effectiveAt: string): AccountEvent => ({
  type: 'ApiKeyRevoked',
  data: { account, key: id, digest, effectiveAt },
})

interface NewAccount {
  readonly account: string
  /** Sealed. */
  readonly email: string
  /** Sealed. */
  readonly name: string | null
  /** By default the free plan. */
  readonly plan?: Plan
  readonly key: NewKey
  /** The link to send to the address; absent if this installation sends none. */
  readonly confirmation?: NewConfirmation | undefined
}

export type NewConfirmation = Omit<Confirmation, 'isConfirmed' | 'withAccount'>

/** Creates an account with its first key. Registering an existing account is a no-op. */
export function registerAccount(
  state: AccountState,
  { account, email, name, plan = 'free', key, confirmation }: NewAccount,
): AccountEvent[] {
  if (state.status !== 'none') return []
  return [
    { type: 'AccountRegistered', data: { account, email, name, plan } },
    generated(account, key),
    ...(confirmation ? [requested(account, confirmation)] : []),
  ]
}

const requested = (account: string, confirmation: NewConfirmation): AccountEvent => ({
  type: 'EmailConfirmationRequested',
  data: { account, ...confirmation },
})

/** Replaces the link by a new one, unless the address is confirmed. */
export function requestConfirmation(state: AccountState, confirmation: NewConfirmation): AccountEvent[] {
  const { account, confirmation: before } = existing(state)
  return before?.isConfirmed ? [] : [requested(account, confirmation)]
}

/** What following a link does: `unknown` if it is not the account's last one. */
export type LinkOutcome = 'confirmed' | 'expired' | 'unknown'

export function outcomeOfLink(state: AccountState, { digest, now }: { digest: string; now: string }): LinkOutcome {
  const confirmation = state.status === 'active' ? state.confirmation : undefined
  if (confirmation?.digest !== digest) return 'unknown'
  return confirmation.isConfirmed || now < confirmation.expiresAt ? 'confirmed' : 'expired'
}

/** Confirms the address. A link that has done so does nothing more. */
export function confirmEmail(state: AccountState, link: { digest: string; now: string }): AccountEvent[] {
  if (state.status !== 'active' || state.confirmation?.isConfirmed) return []
  return outcomeOfLink(state, link) === 'confirmed'
    ? [{ type: 'EmailConfirmed', data: { account: state.account } }]
    : []
}

/**
 * Adds a key, up to the maximum number of active keys. The key that made the request can be given an expiry in the same
 * decision, so that a key can be rotated without a gap in which no key works.
 */
export function generateKey(
  state: AccountState,
  { key, now, replaces }: { key: NewKey; now: string; replaces?: { key: string; effectiveAt: string } },
): AccountEvent[] {
  const { account, keys } = existing(state)
  const events = [generated(account, key)]
  const replaced = keys.find(({ id }) => id === replaces?.key)
  if (replaces && replaced && (replaced.revokedAt === null || replaces.effectiveAt < replaced.revokedAt)) {
    if (!isAdministrator(key)) keepOneAdministrator(keys, replaced, now)
    events.push(revoked(account, replaced, replaces.effectiveAt))
  }
  const stays = (other: KeyState) => isActive(other, now) && !(other === replaced && replaces!.effectiveAt <= now)
  const active = keys.filter((other) => isOfSameKind(other, key) && stays(other))
  if (active.length >= MAX_ACTIVE_KEYS) {
    const message = `An account may have ${MAX_ACTIVE_KEYS} active keys. Delete one you no longer use, then try again.`
    throw new Failure('TOO_MANY_KEYS', message, { active: active.length, limit: MAX_ACTIVE_KEYS })
  }
  return events
}

/**
 * Changes for how long masked addresses are kept. Idempotent.
 * @param days 0: not at all
 * @param begun names the data key, if the account begins to keep them
 */
export function keepAddresses(state: AccountState, { days, begun }: { days: number; begun: string }): AccountEvent[] {
  const { account, addressKeeping } = existing(state)
  if (days === (addressKeeping?.days ?? 0)) return []
  const keeping = addressKeeping && addressKeeping.days > 0 ? addressKeeping.keeping : begun
  return [{ type: 'AddressKeepingChanged', data: { account, keeping, days } }]
}

/** Revokes a key. Idempotent. */
export function revokeKey(state: AccountState, { key: id, now }: { key: string; now: string }): AccountEvent[] {
  const { account, keys } = existing(state)
  const key = keys.find((candidate) => candidate.id === id)
  if (!key) throw new Failure('NOT_FOUND', 'There is no such key.')
  if (!isActive(key, now)) return []
  keepOneAdministrator(keys, key, now)
  return [revoked(account, key, now)]
}

/** Keeps the account's last live key that may create keys: without one, the owner could not create another. */
function keepOneAdministrator(keys: readonly KeyState[], ending: KeyState, now: string): void {
  if (!isAdministrator(ending)) return
  const stays = (key: KeyState) =>
    key !== ending && isAdministrator(key) && isActive(key, now) && key.revokedAt === null
  if (!keys.some(stays)) {
    throw new Failure(
      'LAST_KEY',
      'This is the last active key of your account that may create keys. Generate another one first.',
    )
  }
}

type Kind = Pick<KeyState, 'sandbox' | 'restrictions'>

const isAdministrator = ({ sandbox, restrictions }: Kind): boolean => !sandbox && administers(restrictions)

const isPublishable = ({ restrictions }: Kind): boolean => restrictions?.publishable === true

const isOfSameKind = (one: Kind, other: Kind): boolean =>
  one.sandbox === other.sandbox && isPublishable(one) === isPublishable(other)

export function changePlan(state: AccountState, plan: Plan): AccountEvent[] {
  const { account, plan: current } = existing(state)
  return plan === current ? [] : [{ type: 'PlanChanged', data: { account, plan } }]
}

/** Erases the account. Idempotent and permanent. */
export function eraseAccount(state: AccountState): AccountEvent[] {
  return state.status === 'erased' ? [] : [{ type: 'AccountErased', data: { account: existing(state).account } }]
}

/** GraphQL has no greater integers. */
const MAX_LIMIT = 2 ** 31 - 1

/** Omitted members keep their value; null removes an override. */
export function overrideLimits(state: AccountState, change: Partial<LimitOverrides>): AccountEvent[] {
  const { account, overrides } = existing(state)
  const { perMinute = overrides.perMinute, perMonth = overrides.perMonth } = change
  for (const limit of [perMinute, perMonth]) {
    if (limit !== null && !(Number.isSafeInteger(limit) && limit > 0 && limit <= MAX_LIMIT)) {
      throw new Failure(
        'VALIDATION_ERROR',
        `A limit must be an integer from 1 to ${MAX_LIMIT}, or null for the plan's own limit.`,
      )
    }
  }
  if (perMinute === overrides.perMinute && perMonth === overrides.perMonth) return []
  return [{ type: 'LimitsOverridden', data: { account, perMinute, perMonth } }]
}
