import type { Clock } from '../../kernel/clock.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Pool } from '../pool/index.js'
import type { Asking, Engine } from './engine/engine.js'
import type { Facts } from './engine/facts.js'
import type { Parsed } from './engine/mailbox.js'
import { isReservedDomain } from './engine/reserved.js'
import { parseMailbox } from './engine/syntax/parseMailbox.js'
import type { Trace } from './engine/trace.js'
import { pooledOf } from './sharing.js'

export interface GatherFactsDependencies {
  readonly engine: Engine
  readonly pool: Pick<Pool, 'holdsAny' | 'addressOf' | 'lookUp'>
  readonly clock: Clock
}

/** What is known of an address before DNS is asked. */
export interface PendingFacts {
  readonly gathered: Facts | Asking
  /** The address as the pool knows it, if the pool was asked; its answer, if it had one, is among the facts. */
  readonly address: string | undefined
}

export type GatherFacts = ReturnType<typeof createGatherFacts>

/** Looks into the caller's pool, in front of DNS. At once, where the pool is empty or has no say. */
export function createGatherFacts({ engine, pool, clock }: GatherFactsDependencies) {
  return (
    name: string,
    email: string,
    trace?: Trace,
    parsed = parseMailbox(email),
  ): PendingFacts | Promise<PendingFacts> => {
    const holds = pool.holdsAny(name)
    const canonical = holds === false ? undefined : canonicalOf(parsed)
    if (canonical === undefined) return notAsked()
    return ask(canonical)

    async function ask(canonical: string): Promise<PendingFacts> {
      try {
        if (!(await holds)) return notAsked()
        const address = pool.addressOf(name, canonical)
        const answer = await pool.lookUp(name, address, clock.now())
        return { gathered: engine.gather(email, trace, parsed, answer && pooledOf(answer)), address }
      } catch (error) {
        // A cache that cannot be read holds nobody up.
        if (!(error instanceof StoreUnavailable)) throw error
        return notAsked()
      }
    }

    function notAsked(): PendingFacts {
      return { gathered: engine.gather(email, trace, parsed), address: undefined }
    }
  }
}

/** The address, where DNS has a say in its verdict. */
function canonicalOf(parsed: Parsed): string | undefined {
  if (!parsed.ok || parsed.mailbox.domain.kind === 'literal') return undefined
  return isReservedDomain(parsed.mailbox.domain.ascii) ? undefined : parsed.mailbox.canonical
}
