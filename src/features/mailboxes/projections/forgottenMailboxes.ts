// The read model of mailboxes that were forgotten, from which it is known after a restore which are to be forgotten again.
import type { Projection } from '../../../eventing/projection.js'
import type { MailboxForgotten } from '../events.js'

/** When the mailbox was last forgotten, ISO 8601. */
export type ForgottenMailboxDocument = { readonly at: string }

/** Key: the keyed hash of a mailbox. */
export const forgottenMailboxes: Projection<MailboxForgotten, ForgottenMailboxDocument> = {
  name: 'forgotten_mailboxes',
  version: 1,
  lane: 'mailboxes',
  times: { at: 'iso' },
  keys: ({ type, data }) => (type === 'MailboxForgotten' ? [data.mailbox] : []),
  apply: (_, { recordedAt: at }) => ({ at }),
}
