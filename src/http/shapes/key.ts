import type { KeyView } from '../../features/accounts/index.js'

/** ApiKey, as the contract has it. */
export const keyBody = ({ id, name, masked, sandbox, createdAt, expiresAt, lastUsedAt }: KeyView) => ({
  id,
  name,
  masked,
  sandbox,
  created_at: createdAt,
  expires_at: expiresAt,
  last_used_at: lastUsedAt,
})
