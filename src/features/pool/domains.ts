import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import { quorumOf } from './consensus.js'
import { poolDomainId, poolDomains } from './projections/poolDomains.js'

const REMEMBERED = 200_000

export type Domains = ReturnType<typeof createDomains>

export interface DomainsDependencies {
  readonly eventing: Eventing
  /** Accounts behind an entry of the public pool before it answers look-ups. */
  readonly minContributors: number
}

/**
 * Which domains a pool knows, as far as this process can tell without waiting for anyone. A domain is new to an account
 * that contributes its first address of it, until as many accounts as make an entry public have done so: before that,
 * nobody may learn from what happens in a pool that others were there first.
 */
export function createDomains({ eventing, minContributors }: DomainsDependencies) {
  const model = eventing.read(poolDomains)
  /** Who contributed an address of a domain; of one that is not new any more, nobody. */
  const known = new LRUCache<string, Set<string>>({ max: REMEMBERED })

  async function find(pool: string, id: string, account: string): Promise<boolean> {
    const found = await model.get(id)
    const accounts = known.get(id) ?? new Set(found?.document.contributors)
    known.set(id, accounts)
    return add(pool, accounts, account)
  }

  function add(pool: string, accounts: Set<string>, account: string): boolean {
    const isNew = accounts.size < quorumOf({ pool, minContributors }) && !accounts.has(account)
    if (isNew) accounts.add(account)
    return isNew
  }

  return {
    /** Whether the domain is new to the account; whoever is told so has contributed. At once where it is known. */
    claim(pool: string, domain: string, account: string): boolean | Promise<boolean> {
      const id = poolDomainId(pool, domain)
      const accounts = known.get(id)
      return accounts ? add(pool, accounts, account) : find(pool, id, account)
    },
    /** The account did not come to contribute after all, or perhaps it did: it is looked up again. */
    forget: (pool: string, domain: string): void => void known.delete(poolDomainId(pool, domain)),
  }
}
