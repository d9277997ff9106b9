// Signatures by the Standard Webhooks specification.
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { createSecrets } from '../../src/features/webhooks/signing/secrets.js'
import { sign } from '../../src/features/webhooks/signing/signature.js'
import { createKeyDerivation } from '../../src/kernel/crypto/keyDerivation.js'
import fc from '../../testbed/fastCheck.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { hook, webhookId } from '../../testbed/given/webhookEvents.js'

const secrets = createSecrets({ deriveKey: createKeyDerivation(randomBytes(32)) })
const [one, other] = [secrets.ofWebhook(hook, 'a'), secrets.ofWebhook(hook, 'b')]
const timestamp = Math.floor(Date.now() / 1_000)

const headersOf = (message: Parameters<typeof sign>[0], keys: readonly string[]) => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': sign(message, keys),
})

describe('a signature', () => {
  test('matches the Standard Webhooks specification', () => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
    expect(sign(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
  })

  test('is accepted by their library, for any body', () =>
    fc.assert(
      fc.property(fc.uuid(), fc.json(), (id, body) => {
        const message = { id, timestamp, body }
        expect(new Webhook(one).verify(body, headersOf(message, [one]))).toEqual(JSON.parse(body))
      }),
    ))

  test.each([
    ['the id', { id: 'another' }],
    ['the time', { timestamp: timestamp + 1 }],
    ['the body', { body: '{"a":2}' }],
  ])('is refused when %s is another', (_, differs) => {
    const message = { id: 'id', timestamp, body: '{"a":1}' }
    const signature = sign(message, [one])
    const changed = { ...message, ...differs }
    const headers = { ...headersOf(changed, [one]), 'webhook-signature': signature }
    expect(() => new Webhook(one).verify(changed.body, headers)).toThrow(WebhookVerificationError)
  })

  test('of two secrets is accepted with either, and with no third', () => {
    const message = { id: 'id', timestamp, body: '{}' }
    const headers = headersOf(message, [one, other])
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2)
    for (const secret of [one, other]) expect(new Webhook(secret).verify('{}', headers)).toEqual({})
    expect(() => new Webhook(secrets.ofWebhook(hook, 'c')).verify('{}', headers)).toThrow(WebhookVerificationError)
  })
})

describe('a secret', () => {
  test('is 32 bytes in base64, after its prefix', () => {
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(secrets.ofAccount({ account: ada, sandbox: false })).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  })

  test('is the same for the same command, and another for any other', () => {
    expect(secrets.ofWebhook(hook, 'a')).toBe(one)
    expect(new Set([one, other, secrets.ofWebhook(webhookId('second'), 'a')]).size).toBe(3)
  })

  test('of an account is its own; sandbox jobs have another', () => {
    const all = [ada, bob].flatMap((account) => [true, false].map((sandbox) => secrets.ofAccount({ account, sandbox })))
    expect(new Set(all).size).toBe(4)
  })

  test('of another service is another', () => {
    const elsewhere = createSecrets({ deriveKey: createKeyDerivation(randomBytes(32)) })
    expect(elsewhere.ofWebhook(hook, 'a')).not.toBe(one)
  })
})
