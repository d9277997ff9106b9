// Events of accounts and keys, for tests that begin with them.
import type { NewKey } from '../../src/features/accounts/decide.js'
import type {
  AccountRegistered,
  AddressKeepingChanged,
  ApiKeyGenerated,
  ApiKeyRevoked,
  EmailConfirmationRequested,
  EmailConfirmed,
  LimitsOverridden,
  PlanChanged,
  RestrictedKeyGenerated,
} from '../../src/features/accounts/events.js'
import type { Plan } from '../../src/features/accounts/plans.js'
import { derivedId, sha256 } from '../../src/kernel/ids.js'

export const ada = '019aa5b8-6d40-7c31-9a52-3f0e8b7d1c24'
export const bob = '019aa5b9-0b11-7f3e-8d04-71c2a9e6650d'

export const keyId = (name: string): string => derivedId(`key ${name}`)

/** The key of most tests. */
export const KEY: string = derivedId('key first')

/** A key by name; values that a test does not give are plausible. */
export const newKey = (name: string, differs: Partial<NewKey> = {}): NewKey => ({
  id: keyId(name),
  digest: sha256(name),
  masked: 'mpk_Ab12…',
  name: null,
  sandbox: false,
  expiresAt: null,
  ...differs,
})

export const registered = (account = ada): AccountRegistered => ({
  type: 'AccountRegistered',
  data: { account, email: 'c2VhbGVkIGVtYWls', name: null, plan: 'free' },
})

export function generated(name: string, differs: Partial<NewKey> = {}, account = ada): ApiKeyGenerated {
  const { id: key, restrictions: _, ...rest } = newKey(name, differs)
  return { type: 'ApiKeyGenerated', data: { account, key, ...rest } }
}

/** A key with restrictions; by default, it may only verify. */
export function restricted(name: string, differs: Partial<NewKey> = {}, account = ada): RestrictedKeyGenerated {
  const { id: key, restrictions, ...rest } = newKey(name, { restrictions: ONLY_VERIFY, ...differs })
  return { type: 'RestrictedKeyGenerated', data: { account, key, ...rest, ...restrictions! } }
}

const ONLY_VERIFY: NonNullable<NewKey['restrictions']> = {
  scopes: ['verify'],
  publishable: false,
  networks: null,
  origins: null,
}

export const revoked = (name: string, effectiveAt: string, account = ada): ApiKeyRevoked => ({
  type: 'ApiKeyRevoked',
  data: { account, key: keyId(name), digest: sha256(name), effectiveAt },
})

export const planChanged = (plan: Plan, account = ada): PlanChanged => ({
  type: 'PlanChanged',
  data: { account, plan },
})

export const limitsOverridden = (
  perMinute: number | null,
  perMonth: number | null,
  account = ada,
): LimitsOverridden => ({ type: 'LimitsOverridden', data: { account, perMinute, perMonth } })

/** A link by name, which works until 28 November 2026. */
export const confirmationRequested = (name: string, account = ada): EmailConfirmationRequested => ({
  type: 'EmailConfirmationRequested',
  data: { account, request: derivedId(name), digest: sha256(name), expiresAt: '2026-11-28T00:00:00.000Z' },
})

export const emailConfirmed = (account = ada): EmailConfirmed => ({ type: 'EmailConfirmed', data: { account } })

export const keepingId = (name: string): string => derivedId(`keeping ${name}`)

export const addressesKept = (days: number, name = 'first', account = ada): AddressKeepingChanged => ({
  type: 'AddressKeepingChanged',
  data: { account, keeping: keepingId(name), days },
})
