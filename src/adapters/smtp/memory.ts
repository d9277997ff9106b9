// What is known of mailboxes and domains, so that nobody is asked again too soon.
import { LRUCache } from 'lru-cache'
import { entryLimit } from '../../kernel/entryLimit.js'
import { mailboxChecks } from '../../kernel/limits.js'
import type { AcceptAll, MailboxAnswer } from '../../kernel/ports/mailboxes.js'

const { again, acceptAll } = mailboxChecks

interface Known {
  readonly answer: MailboxAnswer
  /** Answers in succession that were not final. */
  readonly attempts: number
  /** Milliseconds since the epoch. */
  readonly until: number
}

export interface Memory {
  /** The answer, if it is too early to ask again. */
  get(mailbox: string, now: number): MailboxAnswer | undefined
  /** Keeps an answer. @param retryAt from when another is possible, as far as the server or the operator's pause decides it */
  set(mailbox: string, answer: Omit<MailboxAnswer, 'retryAt'>, now: number, retryAt?: number): MailboxAnswer
  acceptAllOf(domain: string, now: number): AcceptAll
  noteAcceptAll(domain: string, found: AcceptAll, now: number): void
  forget(mailbox: string): void
}

/** @param hash of a mailbox or a domain: no address is kept */
export function createMemory(hash: (text: string) => string): Memory {
  const answers = new LRUCache<string, Known>(entryLimit(again.remembered))
  const domains = new LRUCache<string, { readonly acceptAll: AcceptAll; readonly until: number }>(
    entryLimit(acceptAll.remembered),
  )
  return {
    get(mailbox, now) {
      const known = answers.get(hash(mailbox))
      return known && known.until > now ? known.answer : undefined
    },

    set(mailbox, answer, now, retryAt) {
      const key = hash(mailbox)
      const attempts = answer.final ? 0 : (answers.get(key)?.attempts ?? 0) + 1
      const own = now + Math.min(again.firstMs * 2 ** (attempts - 1), again.maxMs)
      const kept: MailboxAnswer = answer.final ? answer : { ...answer, retryAt: retryAt ?? own }
      answers.set(key, { answer: kept, attempts, until: kept.retryAt ?? now + again.finalMs })
      return kept
    },

    acceptAllOf(domain, now) {
      const known = domains.get(hash(domain))
      return known && known.until > now ? known.acceptAll : 'unknown'
    },

    noteAcceptAll(domain, found, now) {
      if (found === 'unknown') return
      domains.set(hash(domain), { acceptAll: found, until: now + (found === 'yes' ? acceptAll.yesMs : acceptAll.noMs) })
    },

    forget: (mailbox) => void answers.delete(hash(mailbox)),
  }
}
