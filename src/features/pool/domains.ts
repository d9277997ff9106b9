import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import { entryLimit } from '../../kernel/entryLimit.js'
import { quorumOf } from './consensus.js'
import { poolDomainId, poolDomains } from './projections/poolDomains.js'

const CACHE_SIZE = 200_000

export type Domains = ReturnType<typeof createDomains>

export interface DomainsDependencies {
  readonly eventing: Eventing
  /** Minimum number of contributing accounts before an entry of the public pool answers lookups. */
  readonly minContributors: number
}

/**
 * Determines whether a domain is new to an account, as far as this process knows without waiting for the read model. A
 * domain
 * is new to each account that contributes its first address there, until the domain has as many contributors as an
 * entry needs to be published: before that, no account may learn that another account was first.
 */
export function createDomains({ eventing, minContributors }: DomainsDependencies) {
  const model = eventing.read(poolDomains)
  /** Contributors by domain. Complete only while the domain is new: later ones are not added. */
  const known = new LRUCache<string, Set<string>>(entryLimit(CACHE_SIZE))

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
    /**
     * Whether the domain is new to the account. A positive answer counts the account as a contributor. Synchronous when
     * cached.
     */
    claim(pool: string, domain: string, account: string): boolean | Promise<boolean> {
      const id = poolDomainId(pool, domain)
      const accounts = known.get(id)
      return accounts ? add(pool, accounts, account) : find(pool, id, account)
    },
    /** Releases the claim after an append that failed or whose outcome is unknown: the domain is read again. */
    forget: (pool: string, domain: string): void => void known.delete(poolDomainId(pool, domain)),
  }
}
