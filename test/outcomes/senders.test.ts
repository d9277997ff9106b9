// What the events of senders say about addresses, by the requests that their documentation shows.
import { describe, expect, test } from '@jest/globals'
import type { SenderEvent } from '../../src/features/outcomes/senders/senderEvents.js'
import { SENDERS, type Sender } from '../../src/features/outcomes/senders/senders.js'
import { confirmationUrl, subscriptionIn } from '../../src/features/outcomes/senders/ses.js'
import * as payloads from './senderPayloads.js'

/** As words, without times. */
const read = (sender: Sender, body: unknown): string[] =>
  SENDERS[sender](body).map((event) => (typeof event === 'string' ? event : `${event.kind} ${event.email}`))

const timesOf = (events: readonly SenderEvent[]) =>
  events.flatMap((event) => (typeof event === 'string' ? [] : [new Date(event.at).toISOString()]))

describe('Amazon SES', () => {
  const bounce = (differs: object) => ({ ...payloads.sesBounce, bounce: { ...payloads.sesBounce.bounce, ...differs } })
  const complaint = (differs: object) => ({
    ...payloads.sesComplaint,
    complaint: { ...payloads.sesComplaint.complaint, ...differs },
  })

  test.each<[string, object, string[]]>([
    ['a bounce', payloads.sesBounce, ['bounced_hard jane@example.com']],
    [
      // https://github.com/freelawproject/courtlistener/pull/2115
      'a bounce of a recipient with a name',
      bounce({ bouncedRecipients: [{ emailAddress: '"Roe, Jane" <jane@example.com>' }] }),
      ['bounced_hard jane@example.com'],
    ],
    ['a bounce of two', payloads.sesBounceOfTwo, ['bounced_hard jane@example.com', 'bounced_hard richard@example.com']],
    [
      'a full mailbox',
      bounce({ bounceType: 'Transient', bounceSubType: 'MailboxFull' }),
      ['bounced_soft jane@example.com'],
    ],
    [
      'an unclear bounce',
      bounce({ bounceType: 'Undetermined', bounceSubType: 'Undetermined' }),
      ['bounced_soft jane@example.com'],
    ],
    [
      'what SES does not send, because the address bounced for others',
      bounce({ bounceSubType: 'Suppressed' }),
      ['bounced_hard jane@example.com'],
    ],
    ['what it does not send, by the own list', bounce({ bounceSubType: 'OnAccountSuppressionList' }), ['ignored']],
    ['a complaint', payloads.sesComplaint, ['complained richard@example.com']],
    ['a complaint that is taken back', complaint({ complaintFeedbackType: 'not-spam' }), ['ignored']],
    ['a complaint from the own list', complaint({ complaintSubType: 'OnAccountSuppressionList' }), ['ignored']],
    ['a delivery', payloads.sesDelivery, ['delivered jane@example.com']],
    ['an open', payloads.sesOpen, ['engaged recipient@example.com']],
    ['a click', payloads.sesClick, ['engaged recipient@example.com']],
    ['an open by one of several', { ...payloads.sesOpen, mail: payloads.sesDelivery.mail }, ['ignored']],
    ['a message that was sent', payloads.sesSend, ['ignored']],
    ['an event of the future', { eventType: 'Teleported' }, ['ignored']],
  ])('%s, in a notification of SNS and raw', (_, event, expected) => {
    expect(read('ses', payloads.snsNotification(event))).toEqual(expected)
    expect(read('ses', event)).toEqual(expected)
  })

  test('SNS and SES say other things, too', () => {
    const first = 'Successfully validated SNS topic for Amazon SES event publishing.'
    expect(read('ses', payloads.snsNotification(first))).toEqual(['ignored'])
    expect(read('ses', { ...payloads.snsConfirmation, Type: 'UnsubscribeConfirmation' })).toEqual(['ignored'])
  })

  test('a subscription is confirmed at SNS in the region of its topic, whatever its URL says', () => {
    const url = (differs: object) => {
      const subscription = subscriptionIn({
        ...payloads.snsConfirmation,
        SubscribeURL: 'http://169.254.169.254/',
        ...differs,
      })
      return subscription && confirmationUrl(subscription)
    }
    const { origin, searchParams } = new URL(url({})!)
    expect(origin).toBe('https://sns.us-west-2.amazonaws.com')
    expect(Object.fromEntries(searchParams)).toEqual({
      Action: 'ConfirmSubscription',
      TopicArn: payloads.snsConfirmation.TopicArn,
      Token: payloads.snsConfirmation.Token,
    })
    expect(url({ TopicArn: 'arn:aws-cn:sns:cn-north-1:123456789012:a.fifo' })).toMatch(
      /^https:\/\/sns\.cn-north-1\.amazonaws\.com\.cn\/\?/,
    )
    expect(url({ TopicArn: 'arn:aws-us-gov:sns:us-gov-west-1:123456789012:a' })).toMatch(
      /^https:\/\/sns\.us-gov-west-1\.amazonaws\.com\/\?/,
    )
    for (const TopicArn of [
      'arn:aws:sns:evil.example/:123456789012:a',
      'arn:aws:sns:us-west-2.evil.example#-1:123456789012:a',
      '',
      'MyTopic',
      7,
    ])
      expect(url({ TopicArn })).toBeUndefined()
    expect(url({ Token: 7 })).toBeUndefined()
    expect(new URL(url({ Token: '&Action=DeleteTopic' })!).searchParams.getAll('Action')).toEqual([
      'ConfirmSubscription',
    ])
  })
})

describe('SendGrid', () => {
  const event = (differs: object) => [{ ...payloads.sendgridBatch[0], ...differs }]

  test('a batch', () => {
    expect(read('sendgrid', payloads.sendgridBatch)).toEqual([
      'ignored',
      'ignored',
      'delivered example@test.com',
      'engaged example@test.com',
      'engaged example@test.com',
      'bounced_hard example@test.com',
      'ignored',
      'complained example@test.com',
      'ignored',
      'ignored',
      'ignored',
    ])
    expect(timesOf(SENDERS.sendgrid(payloads.sendgridBatch))[0]).toBe('2017-12-15T00:59:29.000Z')
  })

  test.each([
    ['a block', { event: 'bounce', type: 'blocked' }, 'bounced_soft example@test.com'],
    [
      'a bounce',
      { event: 'bounce', type: 'bounce', bounce_classification: 'Invalid Address' },
      'bounced_hard example@test.com',
    ],
    ['an open by a program', { event: 'open', sg_machine_open: true }, 'ignored'],
    ['an open by a person', { event: 'open', sg_machine_open: false }, 'engaged example@test.com'],
    ['an event of the future', { event: 'teleported' }, 'ignored'],
  ])('%s', (_, differs, expected) => expect(read('sendgrid', event(differs))).toEqual([expected]))

  test('what is readable of a batch is read', () => {
    const batch = [
      null,
      7,
      {},
      ...event({ event: 'delivered', email: '' }),
      ...event({ event: 'click', timestamp: 'soon' }),
      ...event({ event: 'click' }),
    ]
    expect(read('sendgrid', batch)).toEqual([...Array(5).fill('unreadable'), 'engaged example@test.com'])
  })
})

describe('Postmark', () => {
  const bounce = (Type: string) => ({ ...payloads.postmarkBounce, Type })

  test.each<[string, object, string]>([
    ['a bounce', payloads.postmarkBounce, 'bounced_hard john@example.com'],
    ['an address that is none', bounce('BadEmailAddress'), 'bounced_hard john@example.com'],
    ['a full mailbox', bounce('SoftBounce'), 'bounced_soft john@example.com'],
    ['a block', bounce('Blocked'), 'bounced_soft john@example.com'],
    ['an automatic answer', bounce('AutoResponder'), 'ignored'],
    ['a type called like a prototype', bounce('constructor'), 'ignored'],
    ['a delivery', payloads.postmarkDelivery, 'delivered john@example.com'],
    ['an open', payloads.postmarkOpen, 'engaged john@example.com'],
    ['a click', { ...payloads.postmarkOpen, RecordType: 'Click' }, 'engaged john@example.com'],
    ['a complaint', payloads.postmarkComplaint, 'complained john@example.com'],
    ['a changed subscription', payloads.postmarkSubscriptionChange, 'ignored'],
    ['an event of the future', { RecordType: 'Teleported' }, 'ignored'],
    ['a delivery to nobody', { ...payloads.postmarkDelivery, Recipient: null }, 'unreadable'],
  ])('%s', (_, event, expected) => expect(read('postmark', event)).toEqual([expected]))

  test('times have seven digits, and a zone', () => {
    expect(timesOf(SENDERS.postmark(payloads.postmarkBounce))).toEqual(['2019-11-05T16:33:54.907Z'])
    expect(timesOf(SENDERS.postmark(payloads.postmarkDelivery))).toEqual(['2014-08-01T17:28:10.273Z'])
  })
})

describe('Mailgun', () => {
  test.each<[string, object, string]>([
    ['a delivery', payloads.mailgunDelivered, 'delivered alice@example.com'],
    ['a bounce', payloads.mailgunFailed('permanent', 'bounce'), 'bounced_hard alice@example.com'],
    ['a failure for now', payloads.mailgunFailed('temporary', 'generic'), 'bounced_soft alice@example.com'],
    ['what was given up', payloads.mailgunFailed('permanent', 'old'), 'bounced_soft alice@example.com'],
    ['a refused message', payloads.mailgunFailed('permanent', 'espblock'), 'bounced_soft alice@example.com'],
    ['a refused sender', payloads.mailgunFailed('permanent', 'blacklisted'), 'bounced_soft alice@example.com'],
    ['what was not sent', payloads.mailgunFailed('permanent', 'suppress-bounce'), 'ignored'],
    ['an open', payloads.mailgunOpened(), 'engaged alice@example.com'],
    ['an open by a program', payloads.mailgunOpened('apple'), 'ignored'],
    ['a complaint', payloads.mailgunComplained, 'complained alice@example.com'],
    ['a cancelled subscription', payloads.mailgunUnsubscribed, 'ignored'],
    ['an event without its data', { signature: {} }, 'unreadable'],
  ])('%s', (_, event, expected) => expect(read('mailgun', event)).toEqual([expected]))

  test('times are seconds with fractions', () => {
    expect(timesOf(SENDERS.mailgun(payloads.mailgunDelivered))).toEqual(['2018-03-16T20:46:35.376Z'])
  })
})

describe.each(Object.keys(SENDERS) as Sender[])('the parser of %s', (sender) => {
  test.each([null, true, 7, 'text', [], [[]], {}, { Type: 'Notification' }, { Type: 7 }, { 'event-data': [] }])(
    'fails not for %j',
    (body) => {
      for (const event of SENDERS[sender](body)) expect(['ignored', 'unreadable']).toContain(event)
    },
  )

  test('fails for no documented request of anybody, nor for one of which a member is something else', () => {
    const documented = Object.values(payloads).filter((each) => typeof each === 'object')
    for (const payload of documented) {
      for (const name of Object.keys(payload)) {
        for (const other of [null, 7, '', [], {}]) SENDERS[sender]({ ...payload, [name]: other })
      }
    }
  })
})
