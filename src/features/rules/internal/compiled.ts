// A set of rules with the account's lists, ready to decide.
import { keyEnd, type RuledAddress, type RulesInForce, type Ruling } from '../../verification/index.js'
import { createCandidates, nextRule } from '../language/candidates.js'
import { compileRules, type Holds, type RuleFacts } from '../language/compile.js'
import { ALLOW_LIST, DENY_LIST, nameOf, type Rule, type Rules } from '../language/rule.js'
import { suffixOf } from '../language/suffix.js'
import { tests } from '../language/warnings.js'
import type { Membership } from '../lists/membership.js'

interface CompiledOptions {
  readonly version: number
  readonly rules: Rules
  readonly allow: Membership | undefined
  readonly deny: Membership | undefined
  /** The hash under which lists have an address. */
  readonly hash: (canonical: string) => number
}

interface CompiledRule {
  readonly holds: Holds
  readonly name: string
  readonly action: Ruling['action']
  readonly message: string | null
}

/** The deny list denies before any rule is asked, unless a rule says itself what it means. */
const implicitDeny = (rules: Rules): boolean => !tests(rules, 'in_deny_list')

const DENIED: Rule = { name: DENY_LIST, when: { fact: 'in_deny_list', op: 'eq', value: true }, action: 'deny' }

/** What the rules make of an address. */
interface Asked {
  /** The first rule that holds. */
  readonly decided: CompiledRule | undefined
  /** The actions of rules before it of which it is not known whether they hold. */
  readonly undecided: readonly Ruling['action'][]
}

export type Ask = (facts: RuleFacts) => Asked

/** Asks what decides, in order: the deny list, unless the rules say what it means, then the rules. */
export function createAsk(own: Rules): Ask {
  const rules = implicitDeny(own) ? [DENIED, ...own] : own
  const candidates = createCandidates(rules.map(({ when }) => when))
  const holds = compileRules(rules)
  const names = implicitDeny(own) ? [DENY_LIST, ...own.map(nameOf)] : own.map(nameOf)
  const compiled = rules.map(({ action, message = null }, index): CompiledRule => {
    return { holds: holds[index]!, name: names[index]!, action, message }
  })
  return (facts) => {
    const possible = candidates(facts)
    let undecided = NONE
    for (let at = nextRule(possible, 0); at !== -1; at = nextRule(possible, at + 1)) {
      const rule = compiled[at]!
      const answer = rule.holds(facts)
      if (answer === true) return { decided: rule, undecided }
      if (answer === undefined) undecided = [...undecided, rule.action]
    }
    return { decided: undefined, undecided }
  }
}

const NONE: readonly Ruling['action'][] = []

/** The UTC hour of an instant in milliseconds since the epoch. */
const hourOf = (at: number): number => new Date(at).getUTCHours()

export function createRulesInForce({ version, rules, allow, deny, hash }: CompiledOptions): RulesInForce {
  const ask = createAsk(rules)
  const messages = new Map(rules.map((rule, index) => [nameOf(rule, index), rule.message ?? null]))
  const asksSuffix = tests(rules, 'suffix')
  const asksHour = tests(rules, 'hour')
  const asksMx = tests(rules, 'mx')
  const asksKey = tests(rules, 'key')

  function factsOf(address: RuledAddress): RuleFacts & { readonly inAllowList: boolean; readonly inDenyList: boolean } {
    const { domain, canonical } = address
    let hashed: number | undefined
    const hashOf = () => {
      hashed ??= hash(canonical)
      return hashed
    }
    return {
      domain,
      suffix: asksSuffix ? suffixOf(domain) : null,
      mx: address.exchanges,
      provider: address.provider,
      status: address.status,
      decision: address.decision,
      reasons: address.reasons,
      inAllowList: allow?.has(domain, hashOf) ?? false,
      inDenyList: deny?.has(domain, hashOf) ?? false,
      hour: asksHour ? hourOf(address.at) : 0,
      key: asksKey ? keyEnd(address.key) : '',
      mailbox: address.mailbox,
      acceptAll: address.acceptAll,
      mailboxCode: address.mailboxCode,
      mailboxEnhancedCode: address.mailboxEnhancedCode,
      mailboxFinal: address.mailboxFinal,
    }
  }

  return {
    version,
    messageOf: (rule) => messages.get(rule) ?? null,
    decide(address): Ruling {
      const facts = factsOf(address)
      const { inAllowList, inDenyList } = facts
      const found = ask(facts).decided
      const blocked = (found?.action ?? address.decision) !== 'allow'
      const allowed = inAllowList && blocked
      const action = allowed ? 'allow' : (found?.action ?? address.decision)
      const rule = allowed ? ALLOW_LIST : (found?.name ?? null)
      const listed = inAllowList ? (inDenyList ? 'ad' : 'a') : inDenyList ? 'd' : undefined
      return {
        action,
        rule,
        message: allowed ? null : (found?.message ?? null),
        version,
        recorded: {
          version,
          ...(rule !== null && { action, rule }),
          ...(listed && { listed }),
          ...(asksHour && { hour: facts.hour! }),
          ...(asksMx && { mx: address.exchanges }),
        },
      }
    },
  }
}
