// Gathers what is known about an address before DNS: syntax, lists and the pool.
import type { Clock } from '../../kernel/clock.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { KnownBounces } from '../outcomes/index.js'
import type { Pool } from '../pool/index.js'
import type { HashAddress } from './addressHashes.js'
import type { Engine, PendingFacts } from './engine/engine.js'
import type { Facts } from './engine/facts.js'
import type { ParsedAddress } from './engine/mailbox.js'
import { isReservedDomain } from './engine/reserved.js'
import { canonicalAddress } from './engine/syntax/canonicalAddress.js'
import { parseMailbox } from './engine/syntax/parseMailbox.js'
import type { Trace } from './engine/trace.js'
import { pooledOf } from './sharing.js'

export interface GatherFactsDependencies {
  readonly engine: Engine
  readonly pool: Pick<Pool, 'hasEntries' | 'addressOf' | 'lookUp'>
  readonly knownBounces: KnownBounces
  readonly hashAddress: HashAddress
  readonly clock: Clock
}

/** Who asks about an address. */
interface Reader {
  readonly account: string
  /** The pool to consult; undefined = none. */
  readonly pool: string | undefined
}

/** What is known about an address before DNS is queried. */
export interface GatheredFacts {
  readonly facts: Facts | PendingFacts
  /** The pool's hash of the address, if the pool was consulted; the pool's answer, if any, is part of the facts. */
  readonly address: string | undefined
  /** Whether the account has reported that mail to the address bounces; undefined if it reports no outcomes at all. */
  readonly bounces?: boolean | undefined
}

export type GatherFacts = ReturnType<typeof createGatherFacts>

/**
 * Consults the caller's pool, and what its account has reported, before DNS. Synchronous when the account has reported nothing, and the
 * pool is empty or DNS is irrelevant to the verdict.
 */
export function createGatherFacts(dependencies: GatherFactsDependencies) {
  const { engine, pool, knownBounces, hashAddress, clock } = dependencies

  async function lookUpBounce(
    reporting: boolean | Promise<boolean>,
    account: string,
    email: string,
    parsed: ParsedAddress,
  ): Promise<boolean | undefined> {
    if (reporting !== true && !(await reporting)) return undefined
    const hashed = hashAddress(account, canonicalAddress(email, parsed))
    return knownBounces.isBouncing(account, typeof hashed === 'number' ? hashed : await hashed)
  }

  async function withBounce(
    gathering: GatheredFacts | Promise<GatheredFacts>,
    asking: Promise<boolean | undefined>,
    trace: Trace | undefined,
  ): Promise<GatheredFacts> {
    const [{ facts, address }, bounces] = await Promise.all([gathering, asking])
    if (bounces) trace?.note('outcomes', 'mail to the address has bounced')
    return { facts, address, bounces }
  }

  return (
    reader: Reader,
    email: string,
    trace?: Trace,
    parsed = parseMailbox(email),
  ): GatheredFacts | Promise<GatheredFacts> => {
    const { account } = reader
    const reporting = knownBounces.isReporting(account)
    if (reporting === false) return gather()
    return withBounce(gather(), lookUpBounce(reporting, account, email, parsed), trace)

    function gather(): GatheredFacts | Promise<GatheredFacts> {
      const hasEntries = reader.pool === undefined ? false : pool.hasEntries(reader.pool)
      const canonical = hasEntries === false ? undefined : canonicalOf(parsed)
      return canonical === undefined ? withoutPool() : withPool(reader.pool!, hasEntries, canonical)
    }

    async function withPool(
      name: string,
      hasEntries: boolean | Promise<boolean>,
      canonical: string,
    ): Promise<GatheredFacts> {
      try {
        if (!(await hasEntries)) return withoutPool()
        const address = pool.addressOf(name, canonical)
        const answer = await pool.lookUp({ pool: name, account: reader.account }, address, clock.now())
        const facts = engine.gather(email, trace, parsed, answer && pooledOf(answer))
        return { facts, address, bounces: undefined }
      } catch (error) {
        // The pool is only a cache: if it cannot be read, DNS answers.
        if (!(error instanceof StoreUnavailable)) throw error
        return withoutPool()
      }
    }

    function withoutPool(): GatheredFacts {
      return { facts: engine.gather(email, trace, parsed), address: undefined, bounces: undefined }
    }
  }
}

/** The canonical address; undefined when its verdict does not depend on DNS. */
function canonicalOf(parsed: ParsedAddress): string | undefined {
  if (!parsed.ok || parsed.mailbox.domain.kind === 'literal') return undefined
  return isReservedDomain(parsed.mailbox.domain.ascii) ? undefined : parsed.mailbox.canonical
}
