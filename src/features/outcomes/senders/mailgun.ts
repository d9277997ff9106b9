// The webhooks of Mailgun: https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads
import type { OutcomeKind } from '../events.js'
import { type Json, objectIn, type SenderEvent, senderEvent } from './senderEvents.js'

/** One event a request. */
export function mailgunEvents(body: unknown): SenderEvent[] {
  const event = objectIn(objectIn(body)['event-data'])
  if (typeof event.event !== 'string') return ['unreadable']
  return [senderEvent(kindOf(event), event.recipient, event.timestamp)]
}

function kindOf(event: Json): OutcomeKind | undefined {
  switch (event.event) {
    case 'delivered':
      return 'delivered'
    case 'failed':
      return bounceOf(event)
    case 'opened':
    case 'clicked':
      return isMachine(event) ? undefined : 'engaged'
    case 'complained':
      return 'complained'
    default:
      return undefined
  }
}

/**
 * Reasons that say nothing about the mailbox, even of permanent failures: `old` is given up without an answer, the others (in the
 * list of Mailgun's mailgun-go) refuse the message or who sent it.
 */
const NOT_THE_MAILBOX: readonly unknown[] = ['old', 'espblock', 'blacklisted', 'greylisted']

/** What an earlier bounce, complaint or cancelled subscription suppresses was not sent. */
function bounceOf({ severity, reason }: Json): OutcomeKind | undefined {
  if (typeof reason === 'string' && reason.startsWith('suppress-')) return undefined
  return severity === 'permanent' && !NOT_THE_MAILBOX.includes(reason) ? 'bounced_hard' : 'bounced_soft'
}

/** Programs that fetch images and links before a person may do so have a name. */
function isMachine(event: Json): boolean {
  const { bot } = objectIn(event['client-info'])
  return typeof bot === 'string' && bot !== ''
}
