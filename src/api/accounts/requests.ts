import type { Accounts } from '../../features/accounts/index.js'
import type { Body } from '../contract/types.js'

type GenerateKeyInput = Parameters<Accounts['generateKey']>[1]

/** The command's input from the body of generateKey. @param seed from which an idempotent call derives the key */
export const generateKeyInput = (body: Body<'generateKey'>, seed: string | undefined): GenerateKeyInput => {
  const { name = null, expires_in_days, revoke_current_after_s, sandbox } = body ?? {}
  return {
    name,
    ...(expires_in_days !== undefined && { expiresInDays: expires_in_days }),
    ...(revoke_current_after_s !== undefined && { revokeCurrentAfter: revoke_current_after_s }),
    ...(sandbox !== undefined && { sandbox }),
    seed,
  }
}
