// Requests of senders, as their documentation shows them; only addresses and times differ, and what is long was shortened.

/** https://docs.aws.amazon.com/ses/latest/dg/notification-examples.html */
const sesMail = {
  timestamp: '2016-01-27T14:59:38.237Z',
  source: 'john@example.com',
  sourceArn: 'arn:aws:ses:us-east-1:888888888888:identity/example.com',
  sourceIp: '127.0.3.0',
  sendingAccountId: '123456789012',
  messageId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa0680-000000',
  destination: ['jane@example.com', 'mary@example.com', 'richard@example.com'],
}

export const sesBounce = {
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    reportingMTA: 'dns; email.example.com',
    bouncedRecipients: [
      {
        emailAddress: 'jane@example.com',
        status: '5.1.1',
        action: 'failed',
        diagnosticCode: 'smtp; 550 5.1.1 <jane@example.com>... User',
      },
    ],
    bounceSubType: 'General',
    timestamp: '2016-01-27T14:59:38.237Z',
    feedbackId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa068a-000000',
    remoteMtaIp: '127.0.2.0',
  },
  mail: sesMail,
}

/** Without a DSN. */
export const sesBounceOfTwo = {
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: 'jane@example.com' }, { emailAddress: 'richard@example.com' }],
    timestamp: '2016-01-27T14:59:38.237Z',
    feedbackId: '00000137860315fd-869464a4-8680-4114-98d3-716fe35851f9-000000',
    remoteMtaIp: '127.0.2.0',
  },
  mail: sesMail,
}

export const sesComplaint = {
  notificationType: 'Complaint',
  complaint: {
    userAgent: 'AnyCompany Feedback Loop (V0.01)',
    complainedRecipients: [{ emailAddress: 'richard@example.com' }],
    complaintFeedbackType: 'abuse',
    arrivalDate: '2016-01-27T14:59:38.237Z',
    timestamp: '2016-01-27T14:59:38.237Z',
    feedbackId: '000001378603177f-18c07c78-fa81-4a58-9dd1-fedc3cb8f49a-000000',
  },
  mail: sesMail,
}

export const sesDelivery = {
  notificationType: 'Delivery',
  mail: sesMail,
  delivery: {
    timestamp: '2016-01-27T14:59:38.237Z',
    recipients: ['jane@example.com'],
    processingTimeMillis: 546,
    reportingMTA: 'a8-70.smtp-out.amazonses.com',
    smtpResponse: '250 ok:  Message 64111812 accepted',
    remoteMtaIp: '127.0.2.0',
  },
}

/** https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-examples.html */
export const sesOpen = {
  eventType: 'Open',
  mail: { ...sesMail, destination: ['recipient@example.com'] },
  open: {
    ipAddress: '192.0.2.1',
    timestamp: '2017-08-09T22:00:19.652Z',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 10_3_3 like Mac OS X) AppleWebKit/603.3.8 (KHTML, like Gecko) Mobile/14G60',
  },
}

export const sesClick = {
  eventType: 'Click',
  click: {
    ipAddress: '192.0.2.1',
    link: 'http://docs.aws.amazon.com/ses/latest/DeveloperGuide/send-email-smtp.html',
    linkTags: { samplekey0: ['samplevalue0'] },
    timestamp: '2017-08-09T23:51:25.570Z',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
  },
  mail: { ...sesMail, destination: ['recipient@example.com'] },
}

export const sesSend = { eventType: 'Send', mail: sesMail, send: {} }

/** https://docs.aws.amazon.com/sns/latest/dg/http-subscription-confirmation-json.html */
export const snsConfirmation = {
  Type: 'SubscriptionConfirmation',
  MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
  Token:
    '2336412f37fb687f5d51e6e2425c464cefc93b8e8ef2f5e9c8b1c2ea2b8c9e5b0b1e8a1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7',
  TopicArn: 'arn:aws:sns:us-west-2:123456789012:MyTopic',
  Message:
    'You have chosen to subscribe to the topic arn:aws:sns:us-west-2:123456789012:MyTopic.\nTo confirm the subscription, visit the SubscribeURL included in this message.',
  SubscribeURL:
    'https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:us-west-2:123456789012:MyTopic&Token=2336412f37',
  Timestamp: '2012-04-26T20:45:04.751Z',
  SignatureVersion: '1',
  Signature:
    'EXAMPLEpH+DcEwjAPg8O9mY8dReBSwksfg2S7WKQcikcNKWLQjwu6A4VbeS0QHVCkhRS7fUQvi2egU3N858fiTDN6bkkOxYDVrY0Ad8L10Hs3zH81mtnPk5uvvolIC1CXGu43obcgFxeL3khZl8IKvO61GWB6jI9b5+gLPoBc1Q=',
  SigningCertURL: 'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem',
}

/** https://docs.aws.amazon.com/sns/latest/dg/http-notification-json.html */
export const snsNotification = (message: object | string) => ({
  Type: 'Notification',
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: 'arn:aws:sns:us-west-2:123456789012:MyTopic',
  Subject: 'My First Message',
  Message: typeof message === 'string' ? message : JSON.stringify(message),
  Timestamp: '2012-05-02T00:54:06.655Z',
  SignatureVersion: '1',
  Signature: 'EXAMPLEw6JRN...',
  SigningCertURL: 'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem',
  UnsubscribeURL:
    'https://sns.us-west-2.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=arn:aws:sns:us-west-2:123456789012:MyTopic:c9135db0-26c4-47ec-8998-413945fb5a96',
})

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
const sendgrid = {
  email: 'example@test.com',
  timestamp: 1513299569,
  'smtp-id': '<14c5d75ce93.dfd.64b469@ismtpd-555>',
  category: 'cat facts',
  sg_event_id: 'sg_event_id',
  sg_message_id: 'sg_message_id',
}

export const sendgridBatch = [
  { ...sendgrid, event: 'processed' },
  { ...sendgrid, event: 'deferred', response: '400 try again later', attempt: '5' },
  { ...sendgrid, event: 'delivered', response: '250 OK' },
  { ...sendgrid, event: 'open', useragent: 'Mozilla/4.0 (compatible; MSIE 6.1; Windows XP)', ip: '255.255.255.255' },
  { ...sendgrid, event: 'click', ip: '255.255.255.255', url: 'http://www.sendgrid.com/' },
  { ...sendgrid, event: 'bounce', reason: '500 unknown recipient', status: '5.0.0' },
  { ...sendgrid, event: 'dropped', reason: 'Bounced Address', status: '5.0.0' },
  { ...sendgrid, event: 'spamreport' },
  { ...sendgrid, event: 'unsubscribe' },
  { ...sendgrid, event: 'group_unsubscribe', useragent: 'Mozilla/4.0', ip: '255.255.255.255', asm_group_id: 10 },
  { ...sendgrid, event: 'group_resubscribe', useragent: 'Mozilla/4.0', ip: '255.255.255.255', asm_group_id: 10 },
]

/** https://postmarkapp.com/developer/webhooks/bounce-webhook */
export const postmarkBounce = {
  RecordType: 'Bounce',
  MessageStream: 'outbound',
  ID: 4323372036854775,
  Type: 'HardBounce',
  TypeCode: 1,
  Name: 'Hard bounce',
  Tag: 'Test',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Metadata: { a_key: 'a_value', b_key: 'b_value' },
  ServerID: 23,
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'Test bounce details',
  Email: 'john@example.com',
  From: 'sender@example.com',
  BouncedAt: '2019-11-05T16:33:54.9070259Z',
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: 'Test subject',
  Content: '<Full dump of bounce>',
}

export const postmarkDelivery = {
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Recipient: 'john@example.com',
  DeliveredAt: '2014-08-01T13:28:10.2735393-04:00',
  Details: 'Test delivery webhook details',
  Tag: 'welcome-email',
  ServerID: 23,
  Metadata: { a_key: 'a_value', b_key: 'b_value' },
  RecordType: 'Delivery',
  MessageStream: 'outbound',
}

export const postmarkOpen = {
  RecordType: 'Open',
  MessageStream: 'outbound',
  FirstOpen: true,
  Client: { Name: 'Chrome 35.0.1916.153', Company: 'Google', Family: 'Chrome' },
  OS: { Name: 'OS X 10.7 Lion', Company: 'Apple Computer, Inc.', Family: 'OS X 10' },
  Platform: 'WebMail',
  UserAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_7_5) AppleWebKit/537.36 (KHTML, like Gecko)',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  ReceivedAt: '2019-11-05T16:33:54.9070259Z',
  Tag: 'welcome-email',
  Recipient: 'john@example.com',
}

export const postmarkComplaint = {
  ...postmarkBounce,
  RecordType: 'SpamComplaint',
  Type: 'SpamComplaint',
  TypeCode: 100001,
  Name: 'Spam complaint',
}

export const postmarkSubscriptionChange = {
  RecordType: 'SubscriptionChange',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  ServerID: 123456,
  MessageStream: 'outbound',
  ChangedAt: '2020-02-01T10:53:34.416071Z',
  Recipient: 'bounced-address@wildbit.com',
  Origin: 'Recipient',
  SuppressSending: true,
  SuppressionReason: 'HardBounce',
}

const mailgun = (event: object) => ({
  signature: {
    token: 'a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0',
    timestamp: '1521233123',
    signature: 'd2271d12299f6592d9d44cd9d250f0704e4674c30d79d07c47a66f95ce71cf55',
  },
  'event-data': {
    id: 'ncV2XwymRUKbPek_MIM-Gw',
    timestamp: 1521233195.375624,
    tags: ['my_tag_1', 'my_tag_2'],
    message: { headers: { to: 'Alice <alice@example.com>', 'message-id': '20130503182626.18666.16540@example.com' } },
    recipient: 'alice@example.com',
    'recipient-domain': 'example.com',
    'user-variables': { my_var_1: 'Mailgun Variable #1' },
    ...event,
  },
})

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads */
export const mailgunDelivered = mailgun({
  event: 'delivered',
  'log-level': 'info',
  'delivery-status': { tls: true, code: 250, description: '', message: 'OK', 'session-seconds': 0.433 },
})

export const mailgunFailed = (severity: string, reason: string) =>
  mailgun({
    event: 'failed',
    'log-level': 'error',
    severity,
    reason,
    'delivery-status': {
      'attempt-no': 1,
      message: '',
      code: 605,
      description: 'Not delivering to previously bounced address',
    },
  })

export const mailgunOpened = (bot = '') =>
  mailgun({
    event: 'opened',
    'log-level': 'info',
    ip: '50.56.129.169',
    'client-info': {
      'client-os': 'Linux',
      'device-type': 'desktop',
      'client-name': 'Chrome',
      'client-type': 'browser',
      bot,
    },
  })

export const mailgunComplained = mailgun({ event: 'complained', 'log-level': 'warn' })
export const mailgunUnsubscribed = mailgun({ event: 'unsubscribed', 'log-level': 'warn' })
