// The event webhook of SendGrid: https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event
import type { OutcomeKind } from '../events.js'
import { type Json, objectIn, type SenderEvent, senderEvent } from './senderEvents.js'

/** Batches of events. */
export const sendgridEvents = (body: unknown): SenderEvent[] =>
  (Array.isArray(body) ? body : [body]).map((each) => {
    const event = objectIn(each)
    if (typeof event.event !== 'string') return 'unreadable'
    return senderEvent(kindOf(event), event.email, event.timestamp)
  })

/** `deferred` is tried again, and what is `dropped` was not sent. */
function kindOf({ event, type, sg_machine_open: machine }: Json): OutcomeKind | undefined {
  switch (event) {
    case 'delivered':
      return 'delivered'
    case 'bounce':
      // A block refuses the message, not the address.
      return type === 'blocked' ? 'bounced_soft' : 'bounced_hard'
    case 'open':
      return machine === true ? undefined : 'engaged'
    case 'click':
      return 'engaged'
    case 'spamreport':
      return 'complained'
    default:
      return undefined
  }
}
