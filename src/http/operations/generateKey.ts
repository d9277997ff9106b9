import type { Operation } from '../operation.js'
import { keyBody } from '../shapes/key.js'

export const generateKey: Operation<'generateKey'> = async ({ accounts, caller, call, body, seed }) => {
  const { name = null, expires_in_days, revoke_current_after_s, sandbox } = body ?? {}
  const input = {
    name,
    ...(expires_in_days !== undefined && { expiresInDays: expires_in_days }),
    ...(revoke_current_after_s !== undefined && { revokeCurrentAfter: revoke_current_after_s }),
    ...(sandbox !== undefined && { sandbox }),
    seed,
  }
  const { apiKey, key } = await accounts.generateKey(caller, input, call.actor)
  return { status: 201, body: { success: true, api_key: apiKey, key: keyBody(key) } }
}
