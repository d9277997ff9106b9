// Which rules of an account are in force, followed across processes.
import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../../eventing/eventing.js'
import { createAnswerCache } from '../../../kernel/answerCache.js'
import type { Clock } from '../../../kernel/clock.js'
import { monotonicTtl } from '../../../kernel/monotonicTtl.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { MINUTE_MS } from '../../../kernel/time.js'
import { hasherOf, type RulesInForce, type RulesOf } from '../../verification/index.js'
import { type RulesDocument, rules } from '../projections/rules.js'
import { createRulesInForce } from './compiled.js'
import { createReadList } from './readList.js'
import type { ReadRuleSet } from './readRuleSet.js'

/** Lifetime of what is cached about an account: a change by another process takes effect within it. */
export const CACHE_TTL_MS = 1_000
const CACHE_SIZE = 50_000
/** Compiled sets are kept for longer, and used again while nothing has changed; they hold a key of the account. */
const COMPILED_TTL_MS = MINUTE_MS
/** Rules, and entries of lists, in memory; an entry takes about a hundred bytes. */
const MAX_COMPILED_SIZE = 1_000_000
/** What a set counts for beside the entries of its lists. */
const SET_SIZE = 200

interface Compiled {
  /** Changes with the rules and the lists. */
  readonly version: string
  readonly inForce: RulesInForce
  readonly size: number
}

interface InForceDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly clock: Clock
  readonly readRuleSet: ReadRuleSet
}

interface InForce {
  readonly rulesOf: RulesOf
  /** To be called once the read models have what has changed. */
  changed(account: string): void
}

/** No rules and no lists. */
const NONE = Symbol('none')
type Known = RulesInForce | typeof NONE

const rulesIn = (known: Known): RulesInForce | undefined => (known === NONE ? undefined : known)

export function createInForce({ eventing, vault, clock, readRuleSet }: InForceDependencies): InForce {
  const model = eventing.read(rules)
  const readList = createReadList(eventing)
  const live = createAnswerCache<Known>({
    ask: (account) => load(account),
    maxEntries: CACHE_SIZE,
    ttlMs: CACHE_TTL_MS,
    clock,
  })
  const compiled = new LRUCache<string, Compiled>({
    maxSize: MAX_COMPILED_SIZE,
    sizeCalculation: ({ size }) => size,
    ...monotonicTtl(COMPILED_TTL_MS, clock),
  })

  async function load(account: string, version?: number): Promise<Known> {
    const found = (await model.get(account))?.document
    const wanted = version ?? found?.live.version ?? 0
    const isNothing = version === undefined && wanted === 0 && !found?.lists.allow && !found?.lists.deny
    if (!found || isNothing) return NONE
    const name = `${wanted} ${found.lists.allow?.id} ${found.lists.deny?.id}`
    const place = `${account} ${version ?? 'live'}`
    const known = compiled.get(place)
    if (known?.version === name) return known.inForce
    const fresh = await compile(account, wanted, found.lists)
    if (!fresh) return NONE
    compiled.set(place, { version: name, ...fresh })
    return fresh.inForce
  }

  /** @returns undefined if the account was erased */
  async function compile(account: string, version: number, lists: RulesDocument['lists']) {
    const set = await readRuleSet(account, version)
    if (!set) return undefined
    const allow = lists.allow ? await readList(lists.allow) : undefined
    const deny = lists.deny ? await readList(lists.deny) : undefined
    const hasAddresses = (allow?.addresses ?? 0) + (deny?.addresses ?? 0) > 0
    const hash = hasAddresses ? await hasherOf(vault, account) : () => 0
    const inForce = createRulesInForce({ version, rules: set, allow, deny, hash })
    return { inForce, size: SET_SIZE + (allow?.size ?? 0) + (deny?.size ?? 0) }
  }

  return {
    rulesOf: (account, version) => {
      if (version !== undefined) return load(account, version).then(rulesIn)
      const known = live.of(account)
      return known instanceof Promise ? known.then(rulesIn) : rulesIn(known)
    },
    changed: live.forget,
  }
}
