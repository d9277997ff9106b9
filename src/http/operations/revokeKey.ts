import type { Operation } from '../operation.js'

export const revokeKey: Operation<'revokeKey'> = async ({ accounts, caller, call, params }) => {
  const outcome = await accounts.revokeKey(caller, params.keyId, call.actor)
  return { status: 200, body: { success: true, message: REVOKED_MESSAGES[outcome] } }
}

export const REVOKED_MESSAGES = {
  revoked: 'The key is deleted and no longer works.',
  'was revoked already': 'The key was deleted already.',
}
