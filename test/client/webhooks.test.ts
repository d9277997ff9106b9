// The client library verifies signatures of webhooks.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { createClient, verifyWebhook, type WebhookPayload } from '../../src/client/index.js'
import { REACHABLE } from '../../testbed/callers/webhooks.js'
import { eventually } from '../../testbed/eventually.js'
import { type HttpServer, startHttpServer } from '../../testbed/receivers/httpServer.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`
const OTHER = `whsec_${Buffer.from('another of just as many bytes...').toString('base64')}`
const BODY = '{"type":"webhook.test","timestamp":"2026-11-21T00:00:00.000Z","data":{"webhook_id":"w","message":"ü"}}'

function signed(body: string, secret = SECRET, at = new Date()): Record<string, string> {
  return {
    'webhook-id': 'd-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('d-1', at, body),
  }
}

const REJECTED = { name: 'MailproofError', code: 'INVALID_SIGNATURE' }

describe('verifyWebhook accepts', () => {
  test.each<[string, string | Uint8Array, Headers | Record<string, string | string[]>]>([
    ['a text with the headers of Node.js', BODY, signed(BODY)],
    ['bytes', new TextEncoder().encode(BODY), signed(BODY)],
    ['Headers of a Request', BODY, new Headers(signed(BODY))],
  ])('%s', async (_what, body, headers) => {
    expect(await verifyWebhook({ headers, body }, SECRET)).toEqual(JSON.parse(BODY))
  })

  test('one of two secrets, and one of two signatures, while a secret is being rotated', async () => {
    expect(await verifyWebhook({ headers: signed(BODY), body: BODY }, [OTHER, SECRET])).toEqual(JSON.parse(BODY))
    const both = `${signed(BODY, OTHER)['webhook-signature']} ${signed(BODY)['webhook-signature']}`
    const headers = { ...signed(BODY), 'webhook-signature': both }
    expect(await verifyWebhook({ headers, body: BODY }, SECRET)).toEqual(JSON.parse(BODY))
  })
})

describe('verifyWebhook rejects', () => {
  test.each<[string, string, Record<string, string>]>([
    ['another secret', BODY, signed(BODY, OTHER)],
    ['a changed body', BODY.replace('ü', 'u'), signed(BODY)],
    ['another id', BODY, { ...signed(BODY), 'webhook-id': 'd-2' }],
    ['an old signature', BODY, signed(BODY, SECRET, new Date(Date.now() - 301_000))],
    ['a signature from the future', BODY, signed(BODY, SECRET, new Date(Date.now() + 302_000))],
    ['a time that is not a number', BODY, { ...signed(BODY), 'webhook-timestamp': 'now' }],
    ['no headers', BODY, {}],
    ['a signature that is not base64', BODY, { ...signed(BODY), 'webhook-signature': 'v1,*' }],
    ['a signature of another version', BODY, { ...signed(BODY), 'webhook-signature': 'v2,AAAA' }],
  ])('%s', async (_what, body, headers) => {
    await expect(verifyWebhook({ headers, body }, SECRET)).rejects.toMatchObject(REJECTED)
  })

  test('an old signature, unless the tolerance includes it', async () => {
    const headers = signed(BODY, SECRET, new Date(Date.now() - 400_000))
    await expect(verifyWebhook({ headers, body: BODY }, SECRET)).rejects.toMatchObject(REJECTED)
    expect(await verifyWebhook({ headers, body: BODY }, SECRET, { toleranceSeconds: 500 })).toEqual(JSON.parse(BODY))
  })
})

describe('a webhook of the service', () => {
  let api: InProcessService
  let receiver: HttpServer
  const received: Promise<WebhookPayload>[] = []
  let secret = ''
  beforeAll(async () => {
    api = await start({ env: REACHABLE })
    receiver = await startHttpServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        received.push(verifyWebhook({ headers: request.headers, body: Buffer.concat(pieces) }, secret))
        response.writeHead(204).end()
      })
    })
  })
  afterAll(async () => {
    await api.stop()
    await receiver.close()
  })

  test('is verified with the secret that the client was given, and is typed by its event', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const client = createClient({ baseUrl: api.url, apiKey: key })
    const { webhook, secret: created } = await client.createWebhook({ url: receiver.url })
    secret = created
    await client.testWebhook({ webhookId: webhook.id })
    await eventually(
      () => received.length,
      (count) => count === 1,
    )
    await client.verifyEmail({ email: 'ada@explicit.mailproof.net' })
    await eventually(
      () => received.length,
      (count) => count === 2,
    )
    const payloads = await Promise.all(received)
    expect(payloads.map(({ type }) => type)).toEqual(['webhook.test', 'verification.completed'])
    const [, verified] = payloads
    if (verified?.type !== 'verification.completed') throw new Error('the second webhook reports the verification')
    expect(verified.data.email).toBe('ada@explicit.mailproof.net')
  })
})
