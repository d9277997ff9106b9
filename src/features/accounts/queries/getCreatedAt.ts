import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../../eventing/eventing.js'
import { entryLimit } from '../../../kernel/entryLimit.js'
import { streamName } from '../../../kernel/stream.js'
import { accounts } from '../projections/accounts.js'

const CACHE_SIZE = 50_000

/** When an account was created, ISO 8601; synchronous once cached. Undefined when the account does not exist. */
export type GetCreatedAt = (account: string) => string | Promise<string | undefined>

export function createGetCreatedAt({ eventing }: { readonly eventing: Eventing }): GetCreatedAt {
  const model = eventing.read(accounts)
  const known = new LRUCache<string, string>(entryLimit(CACHE_SIZE))
  return (account) => {
    return known.get(account) ?? find()

    async function find(): Promise<string | undefined> {
      const found = await model.getOrReplay(account, streamName('account', account))
      if (found) known.set(account, found.createdAt)
      return found?.createdAt
    }
  }
}
