// Gathers what is known about an address before DNS: syntax, lists and the pool.
import type { Clock } from '../../kernel/clock.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Pool, PoolReader } from '../pool/index.js'
import type { Engine, PendingFacts } from './engine/engine.js'
import type { Facts } from './engine/facts.js'
import type { ParsedAddress } from './engine/mailbox.js'
import { isReservedDomain } from './engine/reserved.js'
import { parseMailbox } from './engine/syntax/parseMailbox.js'
import type { Trace } from './engine/trace.js'
import { pooledOf } from './sharing.js'

export interface GatherFactsDependencies {
  readonly engine: Engine
  readonly pool: Pick<Pool, 'hasEntries' | 'addressOf' | 'lookUp'>
  readonly clock: Clock
}

/** What is known about an address before DNS is queried. */
export interface GatheredFacts {
  readonly facts: Facts | PendingFacts
  /** The pool's hash of the address, if the pool was consulted; the pool's answer, if any, is part of the facts. */
  readonly address: string | undefined
}

export type GatherFacts = ReturnType<typeof createGatherFacts>

/** Consults the caller's pool before DNS. Synchronous when the pool is empty or DNS is irrelevant to the verdict. */
export function createGatherFacts({ engine, pool, clock }: GatherFactsDependencies) {
  return (
    reader: PoolReader,
    email: string,
    trace?: Trace,
    parsed = parseMailbox(email),
  ): GatheredFacts | Promise<GatheredFacts> => {
    const hasEntries = pool.hasEntries(reader.pool)
    const canonical = hasEntries === false ? undefined : canonicalOf(parsed)
    if (canonical === undefined) return withoutPool()
    return withPool(canonical)

    async function withPool(canonical: string): Promise<GatheredFacts> {
      try {
        if (!(await hasEntries)) return withoutPool()
        const address = pool.addressOf(reader.pool, canonical)
        const answer = await pool.lookUp(reader, address, clock.now())
        return { facts: engine.gather(email, trace, parsed, answer && pooledOf(answer)), address }
      } catch (error) {
        // The pool is only a cache: if it cannot be read, DNS answers.
        if (!(error instanceof StoreUnavailable)) throw error
        return withoutPool()
      }
    }

    function withoutPool(): GatheredFacts {
      return { facts: engine.gather(email, trace, parsed), address: undefined }
    }
  }
}

/** The canonical address; undefined when its verdict does not depend on DNS. */
function canonicalOf(parsed: ParsedAddress): string | undefined {
  if (!parsed.ok || parsed.mailbox.domain.kind === 'literal') return undefined
  return isReservedDomain(parsed.mailbox.domain.ascii) ? undefined : parsed.mailbox.canonical
}
