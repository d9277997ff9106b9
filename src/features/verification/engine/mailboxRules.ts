import { MAILBOX_RULES } from './mailboxRules/providers.js'

/**
 * Whether a provider could have given a mailbox this name, by the rules that it publishes for new ones; true for a
 * provider whose rules are unknown. A tag after `+` does not belong to the name.
 * @param provider the operator of the mailboxes at the domain itself, not of a hosted domain
 * @param localContent the local part without quotes
 */
export function isPossibleMailbox(provider: string, domain: string, localContent: string): boolean {
  const rule = MAILBOX_RULES.get(provider)
  if (!rule || (rule.domains && !rule.domains.includes(domain))) return true
  const name = localContent.toLowerCase()
  const plus = name.indexOf('+')
  const base = plus > 0 ? name.slice(0, plus) : name
  const counted = rule.uncounted === undefined ? base.length : base.replaceAll(rule.uncounted, '').length
  return (counted >= rule.shortest && counted <= rule.longest && rule.form.test(base)) || rule.also?.test(base) === true
}
