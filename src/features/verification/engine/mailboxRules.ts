import { MAILBOX_RULES, type MailboxRule } from './mailboxRules/providers.js'

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
  const { shortest, longest, form, also } = rule
  const length = countedLength(base, rule)
  return (length >= shortest && length <= longest && form.test(base)) || also?.test(base) === true
}

function countedLength(name: string, { uncounted, shortest, longest }: MailboxRule): number {
  // Half of the characters count at least, because no two that do not are next to each other.
  if (uncounted === undefined || (name.length <= longest && name.length >= 2 * shortest)) return name.length
  return name.replaceAll(uncounted, '').length
}
