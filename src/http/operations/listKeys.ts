import type { Operation } from '../operation.js'
import { keyBody } from '../shapes/key.js'

export const listKeys: Operation<'listKeys'> = async ({ accounts, caller }) => ({
  status: 200,
  body: { keys: (await accounts.listKeys(caller)).map(keyBody) },
})
