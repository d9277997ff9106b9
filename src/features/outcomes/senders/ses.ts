// Events of Amazon SES, which come through SNS, and the URL that confirms a subscription.
// https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
import type { OutcomeKind } from '../events.js'
import { type Json, listIn, objectIn, type SenderEvent, senderEvent } from './senderEvents.js'

/** A topic that asks whether its messages are wanted. */
export interface Subscription {
  readonly topic: string
  readonly token: string
}

/** A request to confirm a subscription. */
export function subscriptionIn(body: unknown): Subscription | undefined {
  const { Type: type, TopicArn: topic, Token: token } = objectIn(body)
  if (type !== 'SubscriptionConfirmation' || typeof topic !== 'string' || typeof token !== 'string') return undefined
  return { topic, token }
}

/** `arn:aws:sns:us-west-2:123456789012:MyTopic`; China has a partition of its own. */
const TOPIC = /^arn:(aws|aws-cn|aws-us-gov):sns:([a-z]{2}(?:-[a-z]+)+-\d):\d{12}:[\w-]{1,256}(?:\.fifo)?$/

/**
 * The URL that confirms a subscription, of SNS in the region of the topic; undefined for what is no topic. It is made of the topic's
 * name and the token alone: the `SubscribeURL` of a request could be anybody's.
 */
export function confirmationUrl({ topic, token }: Subscription): string | undefined {
  const [, partition, region] = TOPIC.exec(topic) ?? []
  if (region === undefined) return undefined
  const host = `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
  return `https://${host}/?${new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: topic, Token: token })}`
}

/** Messages of SNS, or what they contain if the topic delivers it raw. SNS's other messages say nothing about addresses. */
export function sesEvents(body: unknown): SenderEvent[] {
  const { Type: type, Message: message } = objectIn(body)
  if (type === undefined) return eventsIn(body)
  if (type !== 'Notification' || typeof message !== 'string') return ['ignored']
  return eventsIn(parsed(message))
}

/** SES's own first message to a topic is a sentence. */
function parsed(message: string): unknown {
  try {
    return JSON.parse(message)
  } catch {
    return { eventType: 'text' }
  }
}

/** An event has a recipient or several. Notifications have `notificationType` where events of a configuration set have `eventType`. */
function eventsIn(value: unknown): SenderEvent[] {
  const event = objectIn(value)
  const { eventType, notificationType = eventType } = event
  switch (notificationType) {
    case 'Delivery': {
      const { recipients, timestamp } = objectIn(event.delivery)
      return perRecipient(recipients, 'delivered', timestamp)
    }
    case 'Bounce': {
      const bounce = objectIn(event.bounce)
      return perRecipient(bounce.bouncedRecipients, bounceOf(bounce), bounce.timestamp)
    }
    case 'Complaint': {
      const complaint = objectIn(event.complaint)
      return perRecipient(complaint.complainedRecipients, complaintOf(complaint), complaint.timestamp)
    }
    case 'Open':
      return engagement(event, event.open)
    case 'Click':
      return engagement(event, event.click)
    default:
      return [typeof notificationType === 'string' ? 'ignored' : 'unreadable']
  }
}

function perRecipient(recipients: unknown, kind: OutcomeKind | undefined, time: unknown): SenderEvent[] {
  const all = listIn(recipients)
  if (all.length === 0) return ['unreadable']
  return all.map((each) => senderEvent(kind, typeof each === 'string' ? each : objectIn(each).emailAddress, time))
}

/** Nothing was sent to who is on the account's own list, for an earlier bounce, a complaint or a cancelled subscription. */
const UNSENT: readonly unknown[] = ['OnAccountSuppressionList', 'UnsubscribedRecipient']

function bounceOf({ bounceType, bounceSubType }: Json): OutcomeKind | undefined {
  if (UNSENT.includes(bounceSubType)) return undefined
  return bounceType === 'Permanent' ? 'bounced_hard' : 'bounced_soft'
}

/** `not-spam` (RFC 6430) takes a complaint back. */
const complaintOf = ({ complaintSubType, complaintFeedbackType }: Json): OutcomeKind | undefined =>
  UNSENT.includes(complaintSubType) || complaintFeedbackType === 'not-spam' ? undefined : 'complained'

/** Of a message to several people it is not known who opened it. */
function engagement({ mail }: Json, event: unknown): SenderEvent[] {
  const destination = listIn(objectIn(mail).destination)
  if (destination.length > 1) return ['ignored']
  return [senderEvent('engaged', destination[0], objectIn(event).timestamp)]
}
