import type { Operation } from '../operation.js'
import { accountBody } from '../shapes/account.js'

export const getAccount: Operation<'getAccount'> = async ({ accounts, caller }) => ({
  status: 200,
  body: accountBody(await accounts.getAccount(caller)),
})
