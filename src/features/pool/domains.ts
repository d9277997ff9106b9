import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import { entryLimit } from '../../kernel/entryLimit.js'
import { quorumOf } from './consensus.js'
import { poolDomainId, poolDomains } from './projections/poolDomains.js'

const CACHE_SIZE = 200_000

export type Domains = ReturnType<typeof createDomains>

interface DomainsDependencies {
  readonly eventing: Eventing
  /** Minimum number of contributing accounts before an entry of the public pool answers lookups. */
  readonly minContributors: number
}

/**
 * Determines whether a contribution makes a domain known, as far as this process knows without waiting for the read
 * model: its account completes the number of established contributors that an entry needs to be published. Before that,
 * nobody may learn that an account has contributed an address there.
 */
export function createDomains({ eventing, minContributors }: DomainsDependencies) {
  const model = eventing.read(poolDomains)
  /** Contributors by domain: all where one suffices, otherwise established ones. Those of a known domain are not added. */
  const known = new LRUCache<string, Set<string>>(entryLimit(CACHE_SIZE))

  async function find(pool: string, id: string, account: string): Promise<boolean> {
    const found = await model.get(id)
    const { contributors, established } = found?.document ?? {}
    const accounts = known.get(id) ?? new Set(quorumOf({ pool, minContributors }) === 1 ? contributors : established)
    known.set(id, accounts)
    return add(pool, accounts, account)
  }

  function add(pool: string, accounts: Set<string>, account: string): boolean {
    const quorum = quorumOf({ pool, minContributors })
    if (accounts.size >= quorum || accounts.has(account)) return false
    return accounts.add(account).size === quorum
  }

  return {
    /**
     * Counts an account as a contributor of the domain, unless it is young. Synchronous when cached.
     * @returns whether the domain becomes known
     */
    claim(pool: string, domain: string, account: string, young: boolean): boolean | Promise<boolean> {
      if (young && quorumOf({ pool, minContributors }) > 1) return false
      const id = poolDomainId(pool, domain)
      const accounts = known.get(id)
      return accounts ? add(pool, accounts, account) : find(pool, id, account)
    },
    /** Forgets claims after an append that failed or whose outcome is unknown: the domain is read again. */
    forget: (pool: string, domain: string): void => void known.delete(poolDomainId(pool, domain)),
  }
}
