// POST /v1/outcomes/from/{sender}: events of senders become outcomes, with a key in the URL.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createRecordSenderEvents } from '../../src/features/outcomes/commands/recordSenderEvents.js'
import type { Downloader } from '../../src/kernel/ports/outbound.js'
import { codeOf, problemPaths } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'
import * as payloads from './senderPayloads.js'

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: { WRITES_PER_MINUTE: '1000' } })
})
afterAll(() => api.stop())

const JANE = 'jane@explicit.mailproof.net'
const NOTHING = { recorded: 0, repeated: 0, ignored: 0, unreadable: 0, unmatched: 0 }
const seconds = () => Math.floor(Date.now() / 1_000)

/** An account with a key for the URLs of its senders. */
async function account() {
  const owner = await api.account()
  const { id, key } = await api.generate(owner.key, { scopes: ['outcomes'] })
  return { ...owner, urlKey: key, urlKeyId: id }
}

const send = (sender: string, urlKey: string, body: unknown, type = 'application/json') =>
  api.call('recordSenderEvents', {
    params: { sender },
    query: `?key=${urlKey}`,
    body: Buffer.from(JSON.stringify(body)),
    headers: { 'Content-Type': type },
  })

const received = async (...request: Parameters<typeof send>) => {
  const { status, body } = await send(...request)
  expect({ status, success: body.success }).toEqual({ status: 200, success: true })
  const { success, ...counts } = body
  return counts
}
const quality = async (key: string) => (await api.call('getOutcomeQuality', { key })).body.total

describe('200', () => {
  testForms(() => api, 'recordSenderEvents')

  test('each sender calls its own URL, and its events count for verifications', async () => {
    const { key, urlKey } = await account()
    await api.call('verifyEmail', { key, body: { email: JANE } })
    const now = new Date().toISOString()
    const bounce = { ...payloads.sesBounce.bounce, bouncedRecipients: [{ emailAddress: JANE }], timestamp: now }
    const mailgun = payloads.mailgunComplained
    const requests = [
      ['sendgrid', [{ email: JANE, timestamp: seconds() - 60, event: 'delivered' }]],
      ['postmark', { ...payloads.postmarkOpen, Recipient: JANE, ReceivedAt: now }],
      [
        'mailgun',
        { ...mailgun, 'event-data': { ...mailgun['event-data'], recipient: JANE, timestamp: Date.now() / 1_000 - 30 } },
      ],
      ['ses', payloads.snsNotification({ ...payloads.sesBounce, bounce })],
    ] as const
    for (const [sender, body] of requests)
      expect(await received(sender, urlKey, body)).toEqual({ ...NOTHING, received: 1, recorded: 1 })
    expect(await quality(key)).toMatchObject({
      bad: 1,
      outcomes: { delivered: 1, engaged: 1, complained: 1, bounced_hard: 1 },
    })
    const { body } = await api.call('verifyEmail', { key, body: { email: JANE } })
    expect(body).toMatchObject({ reason: 'known_bounce' })
  })

  test('SNS calls its JSON text', async () => {
    const { urlKey } = await account()
    const body = payloads.snsNotification({ ...payloads.sesSend })
    for (const type of ['text/plain; charset=UTF-8', 'application/json'])
      expect(await received('ses', urlKey, body, type)).toEqual({ ...NOTHING, received: 1, ignored: 1 })
  })

  test('what a sender repeats is recorded once', async () => {
    const { key, urlKey } = await account()
    const body = [{ email: JANE, timestamp: seconds(), event: 'bounce', type: 'bounce' }]
    const all = await Promise.all(Array.from({ length: 5 }, () => received('sendgrid', urlKey, body)))
    expect(all.reduce((sum, { recorded }) => sum + recorded, 0)).toBe(1)
    expect((await quality(key)).outcomes).toMatchObject({ bounced_hard: 1 })
  })

  test('what is readable of a batch is recorded, however long it is', async () => {
    const { key, urlKey } = await account()
    const event = (differs: object) => ({ email: JANE, timestamp: seconds(), event: 'open', ...differs })
    const body = [
      event({ event: 'teleported' }),
      event({ timestamp: seconds() + 3_600 }),
      event({ timestamp: 1_513_299_569 }),
      event({ email: 7 }),
      ...Array.from({ length: 1_500 }, (_, at) => event({ email: `a${at}@example.com`, event: 'delivered' })),
      event({}),
    ]
    expect(await received('sendgrid', urlKey, body)).toEqual({
      received: 1_505,
      recorded: 1_501,
      repeated: 0,
      ignored: 1,
      unreadable: 3,
      unmatched: 1_501,
    })
    expect((await quality(key)).outcomes).toMatchObject({ delivered: 1_500, engaged: 1 })
  })

  test('requests without any outcome record nothing', async () => {
    const { id, urlKey } = await account()
    expect(await received('postmark', urlKey, payloads.sendgridBatch)).toEqual({
      ...NOTHING,
      received: 1,
      unreadable: 1,
    })
    expect(await received('sendgrid', urlKey, [])).toEqual({ ...NOTHING, received: 0 })
    expect(await api.events(`outcomes-${id}`)).toEqual([])
  })

  test('events for a sandbox key are read, and not recorded', async () => {
    const owner = await api.account()
    const { key } = await api.generate(owner.key, { sandbox: true, scopes: ['outcomes'] })
    const body = [{ email: JANE, timestamp: seconds(), event: 'delivered' }, { event: 'processed' }]
    expect(await received('sendgrid', key, body)).toEqual({ ...NOTHING, received: 2, ignored: 1 })
    expect(await api.events(`outcomes-${owner.id}`)).toEqual([])
  })

  test('any key that may report outcomes can be in the header', async () => {
    const { key } = await api.account()
    const body = { ...payloads.postmarkDelivery, DeliveredAt: new Date().toISOString() }
    const answer = await api.call('recordSenderEvents', { key, params: { sender: 'postmark' }, body })
    expect(answer.body).toMatchObject({ recorded: 1 })
  })

  test('leave no address in the log', async () => {
    const { id, urlKey } = await account()
    await received('sendgrid', urlKey, [{ email: JANE, timestamp: seconds(), event: 'delivered' }])
    const events = await api.events(`outcomes-${id}`)
    expect(events).toHaveLength(1)
    expect(JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      'jane',
    )
  })
})

describe('a subscription of SNS', () => {
  /** What is fetched, and what the command answers when SNS does. */
  async function confirm(answer: Awaited<ReturnType<Downloader['get']>>, topic = payloads.snsConfirmation.TopicArn) {
    const fetched: string[] = []
    const record = createRecordSenderEvents({
      clock: { now: Date.now },
      recordParsed: async () => ({ recorded: 0, repeated: 0, unknown: 0, unmatched: 0 }),
      get: async (url) => {
        fetched.push(url)
        return answer
      },
      count: () => {},
    })
    const body = { ...payloads.snsConfirmation, TopicArn: topic }
    const caller = { account: 'a', key: 'k', sandbox: false, plan: 'free', perMinute: 1, perMonth: 1 } as const
    const by = { id: 'a', correlationId: 'c', commandId: 'c' }
    const result = await record(caller, { sender: 'ses', body }, by).catch(({ code }: { code: string }) => code)
    return { fetched, result }
  }
  const answered = (status: number) =>
    ({ outcome: 'answered', status, content: Buffer.alloc(0), durationMs: 1 }) as const

  test('is confirmed at SNS, and nowhere else', async () => {
    const { fetched, result } = await confirm(answered(200))
    expect(fetched.map((url) => new URL(url).host)).toEqual(['sns.us-west-2.amazonaws.com'])
    expect(result).toEqual({ ...NOTHING, received: 1, ignored: 1 })
    const foreign = await confirm(answered(200), 'arn:aws:sns:localhost/:123456789012:a')
    expect(foreign).toEqual({ fetched: [], result: { ...NOTHING, received: 1, unreadable: 1 } })
  })

  test('that SNS does not know is unreadable; if SNS does not answer, SNS is to send it again', async () => {
    expect((await confirm(answered(400))).result).toMatchObject({ unreadable: 1 })
    expect((await confirm(answered(500))).result).toBe('SERVICE_UNAVAILABLE')
    const unanswered = { outcome: 'unanswered', cause: 'timeout', reason: 'it took too long', durationMs: 1 } as const
    expect((await confirm(unanswered)).result).toBe('SERVICE_UNAVAILABLE')
  })
})

describe('400', () => {
  describeParameters(() => api, 'recordSenderEvents')

  test('an unknown sender is refused by its name', async () => {
    const { urlKey } = await account()
    const answer = await send('mailchimp', urlKey, [])
    expect({ status: answer.status, paths: problemPaths(answer) }).toEqual({ status: 400, paths: ['/sender'] })
  })

  test('what is no JSON is refused', async () => {
    const { urlKey } = await account()
    const answer = await api.call('recordSenderEvents', {
      params: { sender: 'ses' },
      query: `?key=${urlKey}`,
      body: 'Hello',
      headers: { 'Content-Type': 'text/plain' },
    })
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 400, code: 'INVALID_JSON' })
  })
})

describe('401', () => {
  describeUnauthorized(() => api, 'recordSenderEvents')

  test('a key in the URL that was revoked, or never was, is refused, and the answer does not repeat it', async () => {
    const { key, urlKey, urlKeyId } = await account()
    await api.call('revokeKey', { key, params: { keyId: urlKeyId } })
    for (const wrong of [urlKey, 'mpk_none', '']) {
      const answer = await send('postmark', wrong, payloads.postmarkOpen)
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 401, code: 'INVALID_API_KEY' })
      expect(answer.body.error.message).toContain('The API key in the URL is not valid')
      if (wrong) expect(answer.text).not.toContain(wrong)
    }
  })

  test('a key in the URL is a key of no other operation', async () => {
    const { urlKey } = await account()
    const answer = await api.call('recordOutcomes', {
      query: `?key=${urlKey}`,
      body: { outcomes: [{ email: JANE, outcome: 'delivered' }] },
    })
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 401, code: 'MISSING_API_KEY' })
  })
})

describe('403', () => {
  test('a key that can do more than report outcomes is refused in a URL', async () => {
    const { key } = await api.account()
    const more = await api.generate(key, { scopes: ['outcomes', 'read'] })
    for (const [urlKey, scopes] of [
      [key, ['verify', 'bulk', 'read', 'webhooks', 'rules', 'outcomes', 'admin']],
      [more.key, ['read', 'outcomes']],
    ] as const) {
      const answer = await send('postmark', urlKey, payloads.postmarkOpen)
      expect({ status: answer.status, error: answer.body.error }).toMatchObject({
        status: 403,
        error: { code: 'INSUFFICIENT_SCOPE', details: { required: 'outcomes', scopes } },
      })
    }
  })
})

describe('405', () => describeMethods(() => api, 'recordSenderEvents'))

describe('413', () => {
  test('a body over 1 MiB is refused', async () => {
    const { urlKey } = await account()
    expect((await send('sendgrid', urlKey, ['x'.repeat(1_048_576)])).status).toBe(413)
  })
})

describe('415', () => {
  test.each(['application/x-www-form-urlencoded', 'text/csv', 'text/plain; charset=utf-16'])(
    '%s is refused',
    async (type) => {
      const { urlKey } = await account()
      expect((await send('sendgrid', urlKey, [], type)).status).toBe(415)
    },
  )
})

describe('429', () => {
  test('senders have a window of their own', async () => {
    const { key, urlKey } = await account()
    const answer = await send('sendgrid', urlKey, [])
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599' })
    const verified = await api.call('verifyEmail', { key, body: { email: JANE } })
    expect(verified.headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59' })
  })
})
