import type { AccountView, KeyView } from '../../features/accounts/index.js'

/** Account, as the contract has it. */
export const accountBody = ({ id, email, name, plan, createdAt, updatedAt }: AccountView) => ({
  id,
  email,
  ...(name !== null && { name }),
  plan,
  created_at: createdAt,
  updated_at: updatedAt,
})

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
