// A set of rules with the account's lists, ready to decide.
import { getPublicSuffix } from 'tldts'
import { keyEnd, type RuledAddress, type RulesInForce, type Ruling } from '../../verification/index.js'
import { compileRules, type Holds, type RuleFacts } from '../language/compile.js'
import { ALLOW_LIST, DENY_LIST, nameOf, type Rules } from '../language/rule.js'
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

export interface CompiledRule {
  readonly holds: Holds
  readonly name: string
  readonly action: Ruling['action']
  readonly message: string | null
}

/** The deny list denies before any rule is asked, unless a rule says itself what it means. */
const implicitDeny = (rules: Rules): boolean => !tests(rules, 'in_deny_list')

/** What decides, in order. */
export function compiledRules(rules: Rules): readonly CompiledRule[] {
  const holds = compileRules(rules)
  const own = rules.map((rule, index): CompiledRule => {
    const { action, message = null } = rule
    return { holds: holds[index]!, name: nameOf(rule, index), action, message }
  })
  if (!implicitDeny(rules)) return own
  return [{ holds: ({ inDenyList }) => inDenyList, name: DENY_LIST, action: 'deny', message: null }, ...own]
}

/** The suffix of a domain by the ICANN section of the public suffix list; null for an address literal. */
export const suffixOf = (domain: string | null): string | null =>
  domain === null ? null : getPublicSuffix(domain, { validateHostname: false })

/** The UTC hour of an instant in milliseconds since the epoch. */
const hourOf = (at: number): number => new Date(at).getUTCHours()

export function createRulesInForce({ version, rules, allow, deny, hash }: CompiledOptions): RulesInForce {
  const compiled = compiledRules(rules)
  const messages = new Map(compiled.map(({ name, message }) => [name, message]))
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
    }
  }

  return {
    version,
    messageOf: (rule) => messages.get(rule) ?? null,
    decide(address): Ruling {
      const facts = factsOf(address)
      const { inAllowList, inDenyList } = facts
      const found = compiled.find(({ holds }) => holds(facts) === true)
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
