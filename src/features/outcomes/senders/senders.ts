// The senders whose events are understood.
import { mailgunEvents } from './mailgun.js'
import { postmarkEvents } from './postmark.js'
import type { SenderEvent } from './senderEvents.js'
import { sendgridEvents } from './sendgrid.js'
import { sesEvents } from './ses.js'

export type Sender = 'ses' | 'sendgrid' | 'postmark' | 'mailgun'

/** What a request of each sender tells. They never throw. @param body JSON */
export const SENDERS: { readonly [sender in Sender]: (body: unknown) => readonly SenderEvent[] } = {
  ses: sesEvents,
  sendgrid: sendgridEvents,
  postmark: postmarkEvents,
  mailgun: mailgunEvents,
}
