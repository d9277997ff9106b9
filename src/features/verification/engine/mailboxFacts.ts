// What mail servers are asked about an address, and what of their answers callers may know.
import type { MailboxAnswer, MailboxQuestion } from '../../../kernel/ports/mailboxes.js'
import { MINUTE_MS } from '../../../kernel/time.js'
import type { Facts, MailboxFacts } from './facts.js'
import { exchangeName } from './route.js'

/** The question about an address; undefined if mail to it has no server that could be asked, or one that discards it. */
export function mailboxQuestion({ parsed, domain, routed }: Facts, account: string): MailboxQuestion | undefined {
  if (!parsed.ok || parsed.mailbox.domain.kind !== 'name' || domain?.reserved || !routed) return undefined
  const { route } = routed
  const { local, canonical, domain: name } = parsed.mailbox
  const asked = { local, canonical, domain: name.ascii, account }
  if (route.kind === 'implicit') return route.parked ? undefined : { ...asked, exchanges: [name.ascii] }
  if (route.kind !== 'explicit' || route.blackHole || route.exchanges.length === 0) return undefined
  return { ...asked, exchanges: route.exchanges.map(exchangeName) }
}

/** While DNS fails, nobody can be asked; otherwise there is nobody to ask. */
export const notAsked = ({ routed }: Facts, now: number): MailboxFacts => {
  const none = { result: 'not_checked', acceptAll: 'unknown', checkedAt: wholeMinute(now) } as const
  const isLater = routed?.route.kind === 'temporary'
  return isLater ? { ...none, final: false, retryAt: now, ttlHintSeconds: 1 } : { ...none, final: true }
}

const wholeMinute = (milliseconds: number): number => milliseconds - (milliseconds % MINUTE_MS)

/**
 * What a caller may know. Times are rounded to the minute: another account may have asked, and when exactly must not be revealed. The
 * wait for a turn is the caller's own.
 */
export function mailboxFacts(answer: MailboxAnswer, now: number): MailboxFacts {
  const { operator: _, retryAt, ...said } = answer
  const facts = { ...said, checkedAt: wholeMinute(said.checkedAt) }
  if (retryAt === undefined) return facts
  const at = said.cause === 'waiting' ? retryAt : wholeMinute(retryAt + MINUTE_MS - 1)
  return { ...facts, retryAt: at, ttlHintSeconds: Math.max(1, Math.ceil((at - now) / 1_000)) }
}
