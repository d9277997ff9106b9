import type { PublicOperation } from '../operation.js'
import { accountBody } from '../shapes/account.js'

export const createAccount: PublicOperation<'createAccount'> = async ({ accounts, body, requestId }) => {
  const { email, name = null } = body
  const created = await accounts.createAccount({ email, name }, { correlationId: requestId, commandId: requestId })
  const account = accountBody(created.account)
  return { status: 201, body: { success: true, account, api_key: created.apiKey } }
}
