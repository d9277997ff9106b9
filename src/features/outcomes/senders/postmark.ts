// The webhooks of Postmark: https://postmarkapp.com/developer/webhooks/webhooks-overview
import type { OutcomeKind } from '../events.js'
import { objectIn, type SenderEvent, senderEvent } from './senderEvents.js'

/** Types of bounces that say something about the address; others are answers of people and programs. */
const BOUNCES: { readonly [type: string]: OutcomeKind } = {
  HardBounce: 'bounced_hard',
  BadEmailAddress: 'bounced_hard',
  SoftBounce: 'bounced_soft',
  Transient: 'bounced_soft',
  DnsError: 'bounced_soft',
  SpamNotification: 'bounced_soft',
  Blocked: 'bounced_soft',
  Undeliverable: 'bounced_soft',
  SpamComplaint: 'complained',
}

/** One event a request. Changes of subscriptions follow bounces and complaints, which are told, too. */
export function postmarkEvents(body: unknown): SenderEvent[] {
  const event = objectIn(body)
  switch (event.RecordType) {
    case 'Delivery':
      return [senderEvent('delivered', event.Recipient, event.DeliveredAt)]
    case 'Bounce':
      return [senderEvent(bounceOf(event.Type), event.Email, event.BouncedAt)]
    case 'SpamComplaint':
      return [senderEvent('complained', event.Email, event.BouncedAt)]
    case 'Open':
    case 'Click':
      return [senderEvent('engaged', event.Recipient, event.ReceivedAt)]
    default:
      return [typeof event.RecordType === 'string' ? 'ignored' : 'unreadable']
  }
}

const bounceOf = (type: unknown): OutcomeKind | undefined =>
  typeof type === 'string' && Object.hasOwn(BOUNCES, type) ? BOUNCES[type] : undefined
