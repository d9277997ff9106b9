// Asks a set of rules about verifications of the past, of which not everything is known.
import type { Decision } from '../../verification/index.js'
import type { RuleFacts } from '../language/compile.js'
import { ALLOW_LIST, type Rules } from '../language/rule.js'
import { suffixOf } from '../language/suffix.js'
import { tests } from '../language/warnings.js'
import type { Membership } from '../lists/membership.js'
import { createAsk } from './compiled.js'

/** What a record says about an address. Undefined: not known. */
export interface PastFacts extends Omit<RuleFacts, 'suffix'> {
  readonly decision: Decision | undefined
  /** Keyed hash of the address. */
  readonly address: number | undefined
}

/** What the rules would have decided. */
export interface PastRuling {
  /** Undefined if it depends on what is not known. */
  readonly action: Decision | undefined
  /** Name of the rule; null if none would have decided; undefined if it is not known which. */
  readonly rule: string | null | undefined
}

export type Hindsight = (facts: PastFacts) => PastRuling

/** The account's lists; undefined = those that were in force, as records have them. */
export interface ListsNow {
  readonly allow: Membership | undefined
  readonly deny: Membership | undefined
}

/** The rules as they would decide in a request, as far as what is known suffices. */
export function createHindsight(rules: Rules, lists: ListsNow | undefined): Hindsight {
  const ask = createAsk(rules)
  const asksSuffix = tests(rules, 'suffix')

  /** Members are named one by one: copying objects takes longer than asking fifty rules. */
  function completed(facts: PastFacts): RuleFacts {
    const { domain, address } = facts
    return {
      domain,
      suffix: asksSuffix && domain !== undefined ? suffixOf(domain) : undefined,
      mx: facts.mx,
      provider: facts.provider,
      status: facts.status,
      decision: facts.decision,
      reasons: facts.reasons,
      inAllowList: lists ? isOn(lists.allow, domain, address) : facts.inAllowList,
      inDenyList: lists ? isOn(lists.deny, domain, address) : facts.inDenyList,
      hour: facts.hour,
      key: facts.key,
      mailbox: facts.mailbox,
      acceptAll: facts.acceptAll,
      mailboxCode: facts.mailboxCode,
      mailboxEnhancedCode: facts.mailboxEnhancedCode,
      mailboxFinal: facts.mailboxFinal,
    }
  }

  return (past) => {
    const facts = completed(past)
    const { decided, undecided } = ask(facts)
    const action = decided?.action ?? past.decision
    const possible = undecided.length === 0 ? [action] : [...undecided, action]
    return afterAllowList(possible, facts.inAllowList, undecided.length === 0 ? (decided?.name ?? null) : undefined)
  }
}

/** The allow list wins over every block. @param possible actions; undefined = any */
function afterAllowList(
  possible: readonly (Decision | undefined)[],
  isAllowed: boolean | undefined,
  rule: string | null | undefined,
): PastRuling {
  const [first] = possible
  const one = possible.every((action) => action === first) ? first : undefined
  if (isAllowed === false || one === 'allow') return { action: one, rule: one === undefined ? undefined : rule }
  if (isAllowed === undefined) return { action: undefined, rule: undefined }
  return { action: 'allow', rule: possible.includes('allow') || possible.includes(undefined) ? undefined : ALLOW_LIST }
}

/** Whether an address is on a list; undefined if that depends on what is not known. */
function isOn(
  list: Membership | undefined,
  domain: string | null | undefined,
  address: number | undefined,
): boolean | undefined {
  if (!list || list.size === 0) return false
  if (typeof domain === 'string' && list.hasDomain(domain)) return true
  if (list.addresses > 0) {
    if (address === undefined) return undefined
    if (list.hasAddress(address)) return true
  }
  return domain === undefined && list.size > list.addresses ? undefined : false
}
