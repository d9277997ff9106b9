// The read model of what mail servers last said, about mailboxes and about domains.
import type { Projection } from '../../../eventing/projection.js'
import type { MailboxChecked, MailboxEvent } from '../events.js'

/** Of a mailbox. */
export type MailboxDocument = {
  /** The last answer. */
  readonly last: Omit<MailboxChecked['data'], 'mailbox' | 'domain'>
  /** Answers in succession, up to this one, that were not final. */
  readonly attempts: number
}

/** Of a domain: whether it accepts every recipient, and when that was found out, milliseconds since the epoch. */
export type MailboxDomainDocument = {
  readonly acceptAll: 'yes' | 'no'
  readonly checkedAt: number
}

/**
 * Key: the keyed hash of a mailbox, or a domain, which has a dot. Both in one model, because a question needs both at once, and an
 * installation that asks nobody has one checkpoint less.
 */
export const mailboxes: Projection<MailboxEvent, MailboxDocument | MailboxDomainDocument> = {
  name: 'mailboxes',
  version: 1,
  lane: 'mailboxes',
  keys: (event) => {
    switch (event.type) {
      case 'MailboxChecked': {
        const { mailbox, domain, acceptAll } = event.data
        return acceptAll === undefined ? [mailbox] : [mailbox, domain]
      }
      case 'MailboxForgotten':
        return [event.data.mailbox]
      default:
        return []
    }
  },
  apply: (document, event, id) => {
    if (event.type === 'MailboxForgotten') return null
    const { mailbox, domain: _, ...last } = event.data
    if (id !== mailbox) return domainAfter(document as MailboxDomainDocument | undefined, last)
    const { attempts = 0 } = (document ?? {}) as Partial<MailboxDocument>
    return { last, attempts: last.retryAt === undefined ? 0 : attempts + 1 }
  },
}

/** The answer that was given last counts, in whatever order processes recorded them. */
function domainAfter(
  known: MailboxDomainDocument | undefined,
  { acceptAll, checkedAt }: MailboxDocument['last'],
): MailboxDomainDocument {
  return known && known.checkedAt > checkedAt ? known : { acceptAll: acceptAll!, checkedAt }
}
