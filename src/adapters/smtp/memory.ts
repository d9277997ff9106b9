// The memory of one process, for checks without a log.
import { LRUCache } from 'lru-cache'
import { entryLimit } from '../../kernel/entryLimit.js'
import { mailboxChecks } from '../../kernel/limits.js'
import { acceptAllEndsAt, answerEndsAt } from '../../kernel/mailboxTerms.js'
import type { AcceptAll, MailboxAnswer } from '../../kernel/ports/mailboxes.js'
import type { MailboxMemory } from '../../kernel/ports/mailboxMemory.js'

interface Known {
  readonly answer: MailboxAnswer
  readonly attempts: number
}

const UNKNOWN = { found: 'unknown', at: 0 } as const

/** @param hash of an address or a domain: no address is kept */
export function createMemory(hash: (text: string) => string): MailboxMemory {
  const answers = new LRUCache<string, Known>(entryLimit(mailboxChecks.again.remembered))
  const domains = new LRUCache<string, { readonly found: AcceptAll; readonly at: number }>(
    entryLimit(mailboxChecks.acceptAll.remembered),
  )
  return {
    recall(address, domain, now) {
      const { answer, attempts = 0 }: Partial<Known> = answers.get(hash(address)) ?? {}
      const { found, at } = domains.get(hash(domain)) ?? UNKNOWN
      const isKnown = acceptAllEndsAt(found, at) > now
      return {
        answer: answer && answerEndsAt(answer) > now ? answer : undefined,
        answeredAt: answer?.checkedAt,
        attempts,
        acceptAll: isKnown ? found : 'unknown',
        acceptAllAt: at,
      }
    },

    remember(address, domain, answer) {
      const key = hash(address)
      answers.set(key, { answer, attempts: answer.final ? 0 : (answers.get(key)?.attempts ?? 0) + 1 })
      if (answer.acceptAll !== 'unknown') domains.set(hash(domain), { found: answer.acceptAll, at: answer.checkedAt })
    },
  }
}
