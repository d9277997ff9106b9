import type { AccountView } from '../../features/accounts/index.js'

/** Account, as the contract has it. */
export const accountBody = ({ id, email, name, plan, createdAt, updatedAt }: AccountView) => ({
  id,
  email,
  ...(name !== null && { name }),
  plan,
  created_at: createdAt,
  updated_at: updatedAt,
})
