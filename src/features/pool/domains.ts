import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import { poolDomainId, poolDomains } from './projections/poolDomains.js'

const REMEMBERED = 200_000

export type Domains = ReturnType<typeof createDomains>

/** Which domains a pool knows, as far as this process can tell without waiting for anyone. */
export function createDomains({ eventing }: { readonly eventing: Eventing }) {
  const model = eventing.read(poolDomains)
  const known = new LRUCache<string, true>({ max: REMEMBERED })

  async function find(id: string): Promise<boolean> {
    const found = await model.get(id)
    if (known.has(id)) return false
    known.set(id, true)
    return found === undefined
  }

  return {
    /** Whether nobody contributed an address of it yet; whoever is told so is the first. At once where it is known. */
    claim(pool: string, domain: string): boolean | Promise<boolean> {
      const id = poolDomainId(pool, domain)
      return known.has(id) ? false : find(id)
    },
    /** The first one did not come to it after all, or perhaps it did. */
    forget: (pool: string, domain: string): void => void known.delete(poolDomainId(pool, domain)),
  }
}
