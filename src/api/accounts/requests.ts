import type { Accounts } from '../../features/accounts/index.js'
import type { Body } from '../contract/types.js'

type AccountChanges = Parameters<Accounts['updateAccount']>[1]
type RegisterAccountInput = Parameters<Accounts['registerAccount']>[0]

/** The command's input from the body of createAccount. */
export const newAccountInput = ({ email, name, invite }: Body<'createAccount'>): RegisterAccountInput => ({
  email,
  name: name ?? null,
  ...(invite != null && { invite }),
})

/** The command's input from the body of updateAccount. */
export const accountChanges = ({ keep_addresses_days: days }: Body<'updateAccount'>): AccountChanges => ({
  ...(days != null && { keepAddressesDays: days }),
})

type GenerateKeyInput = Parameters<Accounts['generateKey']>[1]

/** The command's input from the body of generateKey. @param seed from which an idempotent call derives the key */
export const generateKeyInput = (body: Body<'generateKey'>, seed: string | undefined): GenerateKeyInput => {
  const { name = null, expires_in_days, revoke_current_after_s, sandbox, ...restrictions } = body ?? {}
  return {
    name,
    ...(expires_in_days !== undefined && { expiresInDays: expires_in_days }),
    ...(revoke_current_after_s !== undefined && { revokeCurrentAfter: revoke_current_after_s }),
    ...(sandbox !== undefined && { sandbox }),
    ...restrictions,
    seed,
  }
}
