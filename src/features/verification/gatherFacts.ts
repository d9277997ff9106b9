// Gathers what is known about an address before DNS: syntax, lists, the pool and the account's own bounces.
import type { Clock } from '../../kernel/clock.js'
import { mapMaybePromise } from '../../kernel/concurrency/mapMaybePromise.js'
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

/** Who asks about an address, or the addresses of one call. */
export interface Reader {
  readonly account: string
  /** The pool to consult; undefined = none. */
  readonly pool: string | undefined
  /** Whether the account reports outcomes. */
  readonly reporting: boolean
}

interface Given {
  readonly email: string
  readonly trace: Trace | undefined
  readonly parsed: ParsedAddress
}

/** What is known about an address before DNS is queried. */
export interface GatheredFacts {
  readonly facts: Facts | PendingFacts
  /** The pool's hash of the address, if the pool was consulted; the pool's answer, if any, is part of the facts. */
  readonly address: string | undefined
  /** Whether the account has reported that mail to the address bounces; undefined if it reports no outcomes at all. */
  readonly bounces?: boolean | undefined
}

export interface GatherFacts {
  /** Synchronous when it is cached whether the account reports outcomes. @param pool the pool to consult; undefined = none */
  readerOf(account: string, pool: string | undefined): Reader | Promise<Reader>
  /**
   * Consults the reader's pool, and what its account has reported, before DNS. Synchronous when the account has reported nothing, and
   * the pool is empty or DNS is irrelevant to the verdict.
   */
  gather(reader: Reader, email: string, trace?: Trace, parsed?: ParsedAddress): GatheredFacts | Promise<GatheredFacts>
}

export function createGatherFacts(dependencies: GatherFactsDependencies): GatherFacts {
  const { engine, pool, knownBounces, hashAddress, clock } = dependencies

  const fromLists = ({ email, trace, parsed }: Given): GatheredFacts => ({
    facts: engine.gather(email, trace, parsed),
    address: undefined,
    bounces: undefined,
  })

  async function fromPool(
    query: { readonly pool: string; readonly account: string },
    hasEntries: boolean | Promise<boolean>,
    canonical: string,
    given: Given,
  ): Promise<GatheredFacts> {
    try {
      if (!(await hasEntries)) return fromLists(given)
      const address = pool.addressOf(query.pool, canonical)
      const answer = await pool.lookUp(query, address, clock.now())
      const facts = engine.gather(given.email, given.trace, given.parsed, answer && pooledOf(answer))
      return { facts, address, bounces: undefined }
    } catch (error) {
      // The pool is only a cache: if it cannot be read, DNS answers.
      if (!(error instanceof StoreUnavailable)) throw error
      return fromLists(given)
    }
  }

  async function isBouncing(account: string, email: string, parsed: ParsedAddress): Promise<boolean> {
    const hashed = hashAddress(account, canonicalAddress(email, parsed))
    return knownBounces.isBouncing(account, typeof hashed === 'number' ? hashed : await hashed)
  }

  async function withBounce(
    gathering: GatheredFacts | Promise<GatheredFacts>,
    asking: Promise<boolean>,
    trace: Trace | undefined,
  ): Promise<GatheredFacts> {
    const [{ facts, address }, bounces] = await Promise.all([gathering, asking])
    if (bounces) trace?.note('outcomes', 'mail to the address has bounced')
    return { facts, address, bounces }
  }

  return {
    readerOf: (account, pool) =>
      mapMaybePromise(knownBounces.isReporting(account), (reporting) => ({ account, pool, reporting })),
    // Without closures: it runs for every row of a call.
    gather({ account, pool: name, reporting }, email, trace, parsed = parseMailbox(email)) {
      const given = { email, trace, parsed }
      const hasEntries = name === undefined ? false : pool.hasEntries(name)
      const canonical = hasEntries === false ? undefined : canonicalOf(parsed)
      const gathering =
        name === undefined || canonical === undefined
          ? fromLists(given)
          : fromPool({ pool: name, account }, hasEntries, canonical, given)
      return reporting ? withBounce(gathering, isBouncing(account, email, parsed), trace) : gathering
    },
  }
}

/** The canonical address; undefined when its verdict does not depend on DNS. */
function canonicalOf(parsed: ParsedAddress): string | undefined {
  if (!parsed.ok || parsed.mailbox.domain.kind === 'literal') return undefined
  return isReservedDomain(parsed.mailbox.domain.ascii) ? undefined : parsed.mailbox.canonical
}
