import type { Eventing } from '../../../eventing/eventing.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../caller.js'
import { accounts } from '../projections/accounts.js'

/** The masked form of the caller's key. */
export type GetKeyMask = (caller: Pick<Caller, 'account' | 'key'>) => Promise<string>

export const createGetKeyMask =
  ({ eventing }: { readonly eventing: Eventing }): GetKeyMask =>
  async ({ account, key }) => {
    const found = await eventing.read(accounts).getOrReplay(account, streamName('account', account))
    return found?.keys.find(({ id }) => id === key)?.masked ?? ''
  }
