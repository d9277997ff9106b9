// The state of an account, and the data of issued keys and invitations, folded from their events.
import type { Entity } from '../../eventing/entity.js'
import type { Recorded } from '../../kernel/envelope.js'
import { streamName } from '../../kernel/stream.js'
import { restrictionsIn } from './encoding.js'
import type { AccountEvent, AddressKeeping, ApiKeyIssued, InviteIssued, StoredRestrictions } from './events.js'
import { type LimitOverrides, NO_OVERRIDES, type Plan } from './plans.js'

export interface KeyState {
  readonly id: string
  readonly digest: string
  readonly sandbox: boolean
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** Absent if the key has every right. */
  readonly restrictions?: StoredRestrictions
}

/** Whether the owner's address is confirmed, and by which link it was or can be. */
export interface Confirmation {
  readonly request: string
  readonly digest: string
  /** ISO 8601. */
  readonly expiresAt: string
  readonly isConfirmed: boolean
  /** Whether it was asked for by the command that created the account. */
  readonly withAccount: boolean
}

/** The state of an account that its decisions depend on. */
export type AccountState =
  | { readonly status: 'none' }
  /** What is still to be deleted elsewhere: last-used times of keys, and the data key of kept addresses. */
  | { readonly status: 'erased'; readonly keys: readonly KeyState[]; readonly addressKeeping?: AddressKeeping }
  | {
      readonly status: 'active'
      readonly account: string
      readonly plan: Plan
      readonly overrides: LimitOverrides
      readonly keys: readonly KeyState[]
      /** The command that created it. */
      readonly createdBy: string
      /** Absent if no link was ever to be sent. */
      readonly confirmation?: Confirmation
      /** Absent if addresses were never kept. */
      readonly addressKeeping?: AddressKeeping
    }

export const keyIn = (state: AccountState, id: string): KeyState | undefined =>
  state.status === 'active' ? state.keys.find((key) => key.id === id) : undefined

export function evolve(state: AccountState, { type, data, meta }: Recorded<AccountEvent>): AccountState {
  if (type === 'AccountRegistered') {
    const { account, plan } = data
    return { status: 'active', account, plan, overrides: NO_OVERRIDES, keys: [], createdBy: meta.commandId }
  }
  if (state.status !== 'active') return state
  switch (type) {
    case 'ApiKeyGenerated': {
      const { key: id, digest, sandbox, expiresAt } = data
      return { ...state, keys: [...state.keys, { id, digest, sandbox, expiresAt, revokedAt: null }] }
    }
    case 'RestrictedKeyGenerated': {
      const { key: id, digest, sandbox, expiresAt } = data
      const key: KeyState = { id, digest, sandbox, expiresAt, revokedAt: null, restrictions: restrictionsIn(data) }
      return { ...state, keys: [...state.keys, key] }
    }
    case 'ApiKeyRevoked':
      return {
        ...state,
        keys: state.keys.map((key) => (key.id === data.key ? { ...key, revokedAt: data.effectiveAt } : key)),
      }
    case 'PlanChanged':
      return { ...state, plan: data.plan }
    case 'AccountErased':
      return {
        status: 'erased',
        keys: state.keys,
        ...(state.addressKeeping && { addressKeeping: state.addressKeeping }),
      }
    case 'AddressKeepingChanged':
      return { ...state, addressKeeping: { keeping: data.keeping, days: data.days } }
    case 'EmailConfirmationRequested': {
      const { request, digest, expiresAt } = data
      const withAccount = meta.commandId === state.createdBy
      return { ...state, confirmation: { request, digest, expiresAt, isConfirmed: false, withAccount } }
    }
    case 'EmailConfirmed':
      return state.confirmation ? { ...state, confirmation: { ...state.confirmation, isConfirmed: true } } : state
    case 'LimitsOverridden':
      return { ...state, overrides: { perMinute: data.perMinute, perMonth: data.perMonth } }
  }
}

export const account = (id: string): Entity<AccountState, AccountEvent> => ({
  stream: streamName('account', id),
  initial: { status: 'none' },
  evolve,
})

/** The stream of one key digest, which names the account that the key belongs to. */
export const issuedKey = (digest: string): Entity<ApiKeyIssued['data'] | undefined, ApiKeyIssued> => ({
  stream: streamName('key', digest),
  initial: undefined,
  evolve: (_state, { data }) => data,
})

/** The stream of one invitation, by the digest of its code. */
export const invite = (digest: string): Entity<InviteIssued['data'] | undefined, InviteIssued> => ({
  stream: streamName('invite', digest),
  initial: undefined,
  evolve: (_state, { data }) => data,
})
