// What mail servers have said, from the log: processes share it, and it survives them.
import type { Eventing } from '../../eventing/eventing.js'
import { newSystemActor } from '../../kernel/actor.js'
import { createBatcher } from '../../kernel/concurrency/batcher.js'
import { acceptAllEndsAt, answerEndsAt } from '../../kernel/mailboxTerms.js'
import { monthOf } from '../../kernel/months.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { MailboxMemory } from '../../kernel/ports/mailboxMemory.js'
import { streamName } from '../../kernel/stream.js'
import { mailboxChecked, saidIn } from './encoding.js'
import type { MailboxKeys } from './keys.js'
import { type MailboxDocument, type MailboxDomainDocument, mailboxes } from './projections/mailboxes.js'

/** How long an answer waits until the next question about the mailbox sees it. */
const VISIBLE_WITHIN_MS = 1_000

interface MemoryDependencies {
  readonly eventing: Pick<Eventing, 'append' | 'read' | 'waitForPosition'>
  readonly keys: MailboxKeys
}

export function createMailboxMemory({ eventing, keys }: MemoryDependencies): MailboxMemory {
  const model = eventing.read(mailboxes)
  const read = createBatcher((ids: readonly string[]) => model.getMany(ids))

  return {
    async recall(address, domain, now) {
      const [known, ofDomain] = (await Promise.all([read(keys(address)), read(domain)])) as [
        MailboxDocument | undefined,
        MailboxDomainDocument | undefined,
      ]
      const isKnown = ofDomain && acceptAllEndsAt(ofDomain.acceptAll, ofDomain.checkedAt) > now
      return {
        answer: known && answerEndsAt(known.last) > now ? saidIn(known.last) : undefined,
        answeredAt: known?.last.checkedAt,
        attempts: known?.attempts ?? 0,
        acceptAll: isKnown ? ofDomain.acceptAll : 'unknown',
        acceptAllAt: ofDomain?.checkedAt,
      }
    },

    async remember(address, domain, answer) {
      const stream = streamName('mailbox', monthOf(answer.checkedAt))
      // Not the caller: what a server says about a mailbox belongs to no account.
      const actor = newSystemActor()
      try {
        const event = mailboxChecked(keys(address), domain, answer)
        const { position } = await eventing.append(stream, [event], actor, 'any')
        await eventing.waitForPosition(position, [mailboxes.name], VISIBLE_WITHIN_MS)
      } catch (error) {
        // Then it is asked for again; what the caller learns does not depend on it.
        if (!(error instanceof StoreUnavailable)) throw error
      }
    },
  }
}
