// Idempotency-Key over REST for each kind of command.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ended, upload } from '../../../testbed/callers/batches.js'
import type { Answer } from '../../../testbed/callers/client.js'
import { csvForm } from '../../../testbed/callers/multipart.js'
import { openRaw } from '../../../testbed/callers/rawHttp.js'
import { hook } from '../../../testbed/callers/webhooks.js'
import { codeOf, problemPaths } from '../../../testbed/contract/answers.js'
import type { OperationName } from '../../../testbed/contract/operations.js'
import type { InProcessService } from '../../../testbed/service/inProcess.js'
import type { CallOptions } from '../../../testbed/service/service.js'
import { start } from '../../../testbed/service/start.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const RACERS = 100
const CSV = 'email\nada@explicit.mailproof.net\nbob@explicit.mailproof.net\n'
const URL = 'https://192.0.43.8/hooks'

/** Calls an operation with an Idempotency-Key, and retries while another call with the key is in progress. */
async function once(operation: OperationName, name: string, options: CallOptions): Promise<Answer> {
  for (;;) {
    const headers = { ...options.headers, 'Idempotency-Key': name }
    const answer = await api.call(operation, { ...options, headers })
    if (codeOf(answer) !== 'IDEMPOTENCY_IN_PROGRESS') return answer
    expect(answer).toMatchObject({ status: 409, headers: { 'retry-after': expect.stringMatching(/^[1-9]/) } })
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const race = (operation: OperationName, options: CallOptions): Promise<Answer[]> =>
  Promise.all(Array.from({ length: RACERS }, () => once(operation, 'the race', options)))

/** All calls got the same response, and all but one were marked as replays. */
function expectOneAnswer(answers: readonly Answer[], status: number): Answer['body'] {
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(RACERS - 1)
  return answers[0]!.body
}

const blobs = (): string[] => readdirSync(join(api.service.container.place, 'blobs')).sort()

describe('a hundred concurrent calls with one key', () => {
  test('upload one file: one job, one charge, one file', async () => {
    const { key } = await api.account({ plan: 'enterprise' })
    const before = blobs()
    const { job_id } = expectOneAnswer(await race('uploadBulk', { key, ...csvForm(CSV) }), 202)
    expect(await ended(api, key, job_id)).toMatchObject({ status: 'completed', total: 2 })
    expect((await api.usage(key)).verifications).toBe(2)
    expect(blobs().filter((name) => !before.includes(name))).toHaveLength(2)
  })

  test('submit one batch: one batch, one charge', async () => {
    const { key } = await api.account({ plan: 'enterprise' })
    const body = { emails: ['ada@explicit.mailproof.net', 'bob@explicit.mailproof.net'], async: true }
    const { batch_id } = expectOneAnswer(await race('verifyBulkAgent', { key, body }), 202)
    await ended(api, key, batch_id)
    expect((await api.usage(key)).verifications).toBe(2)
  })

  test('create one key', async () => {
    const { key } = await api.account()
    const made = expectOneAnswer(await race('generateKey', { key, body: { name: 'one' } }), 201)
    const { keys } = (await api.call('listKeys', { key })).body
    expect(keys).toHaveLength(2)
    expect(keys[1].id).toBe(made.key.id)
    expect((await api.call('getUsage', { key: made.api_key })).status).toBe(200)
  })

  test('create one webhook', async () => {
    const { key } = await api.account()
    const made = expectOneAnswer(await race('createWebhook', { key, body: { url: URL } }), 201)
    expect((await api.call('listWebhooks', { key })).body.webhooks).toEqual([made.webhook])
  })
})

describe('a repeated call', () => {
  test('gets the secret again, with its own request id', async () => {
    const { key } = await api.account()
    const { id: webhookId } = await hook(api, key, URL)
    const rotate = () => once('rotateWebhookSecret', 'rotate', { key, params: { webhookId } })
    const [first, again] = [await rotate(), await rotate()]
    expect(again.body).toEqual(first.body)
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test('with another key of the account is the same call; of another account it is a different one', async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const adaToo = await api.generate(ada.key)
    const submit = (key: string) =>
      once('verifyBulkAgent', 'shared', { key, body: { emails: ['ada@explicit.mailproof.net'], async: true } })
    const { batch_id } = (await submit(ada.key)).body
    expect((await submit(adaToo.key)).body.batch_id).toBe(batch_id)
    expect((await submit(bob.key)).body.batch_id).not.toBe(batch_id)
  })

  test('with a sandbox key is not the live call: it sees no secret shown to that', async () => {
    const { key } = await api.account()
    const { key: sandbox } = await api.generate(key, { sandbox: true })
    const create = (by: string) => once('createWebhook', 'mixed', { key: by, body: { url: URL } })
    const generate = (by: string) => once('generateKey', 'mixed', { key: by, body: { sandbox: true } })
    const submit = (by: string) =>
      once('verifyBulkAgent', 'mixed', { key: by, body: { emails: ['valid@example.org'], async: true } })
    expect((await create(key)).status).toBe(201)
    expect(codeOf(await create(sandbox))).toBe('VALIDATION_ERROR')
    for (const call of [generate, submit]) {
      const live = await call(key)
      const other = await call(sandbox)
      expect(other.headers).not.toHaveProperty('idempotent-replayed')
      expect(other.body).not.toEqual(live.body)
    }
  })

  test('counts towards the rate limit per minute, because it is a request', async () => {
    const { key } = await api.account({ perMinute: 3 })
    const submit = () => once('verifyBulkAgent', 'x', { key, body: { emails: ['x'], async: true } })
    const left = [await submit(), await submit()].map(({ headers }) => headers['x-agent-ratelimit-remaining'])
    expect(left).toEqual(['2', '1'])
  })

  test('after a rejected call is validated again, also with a corrected request', async () => {
    const { key } = await api.account()
    const before = blobs()
    const refused = await once('uploadBulk', 'corrected', { key, ...csvForm('name\nAda\n') })
    expect(codeOf(refused)).toBe('CSV_INVALID')
    const corrected = await once('uploadBulk', 'corrected', { key, ...csvForm(CSV) })
    expect(corrected.status).toBe(202)
    expect(corrected.headers).not.toHaveProperty('idempotent-replayed')
    await ended(api, key, corrected.body.job_id)
    expect(blobs().filter((name) => !before.includes(name))).toHaveLength(2)
  })
})

describe('422', () => {
  test.each<[string, OperationName, CallOptions, CallOptions]>([
    ['another file', 'uploadBulk', csvForm(CSV), csvForm(`${CSV}eve@explicit.mailproof.net\n`)],
    ['another field', 'uploadBulk', csvForm(CSV), csvForm(CSV, { has_header: 'true' })],
    [
      'other addresses',
      'verifyBulkAgent',
      { body: { emails: ['x'], async: true } },
      { body: { emails: ['y'], async: true } },
    ],
    ['another name', 'generateKey', { body: { name: 'one' } }, { body: { name: 'two' } }],
    ['no body', 'generateKey', { body: { name: 'one' } }, {}],
    ['another URL', 'createWebhook', { body: { url: URL } }, { body: { url: `${URL}/2` } }],
  ])('for the same key with %s; nothing of it is done', async (_, operation, first, second) => {
    const { key } = await api.account()
    const made = await once(operation, 'reused', { key, ...first })
    const [before, usage] = [blobs(), await api.usage(key)]
    const answer = await once(operation, 'reused', { key, ...second })
    expect(answer.status).toBe(422)
    expect(codeOf(answer)).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(answer.headers).not.toHaveProperty('idempotent-replayed')
    expect(blobs().length).toBeLessThanOrEqual(before.length)
    expect((await api.usage(key)).remaining).toBe(usage.remaining)
    expect((await once(operation, 'reused', { key, ...first })).text).toBe(made.text)
  })

  test('for the same key with another webhook', async () => {
    const { key } = await api.account()
    const [one, other] = [await hook(api, key, URL), await hook(api, key, URL)]
    await once('rotateWebhookSecret', 'reused', { key, params: { webhookId: one.id } })
    const answer = await once('rotateWebhookSecret', 'reused', { key, params: { webhookId: other.id } })
    expect(codeOf(answer)).toBe('IDEMPOTENCY_KEY_REUSED')
  })
})

describe('400', () => {
  test.each([
    ['longer than 255 characters', 'x'.repeat(256)],
    ['empty', ''],
    ['with letters beyond ASCII', 'schlüssel'],
    ['with a tab', 'a\tb'],
  ])('for a key that is %s', async (_, name) => {
    const { key } = await api.account()
    const connection = await openRaw(api.url)
    connection.write(
      Buffer.from(
        `POST /v1/keys/generate HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nIdempotency-Key: ${name}\r\nContent-Length: 0\r\n\r\n`,
        'latin1',
      ),
    )
    const answer = await connection.answer()
    connection.destroy()
    expect(answer?.status).toBe(400)
    expect(JSON.parse(answer!.text).error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { problems: [{ path: '/Idempotency-Key' }] },
    })
  })

  test('for two keys, before the file is read', async () => {
    const { key } = await api.account()
    const answer = await api.call('uploadBulk', {
      key,
      body: csvForm(CSV).body,
      headers: { ...csvForm(CSV).headers, 'Idempotency-Key': ['a', 'b'] },
    })
    expect(problemPaths(answer)).toEqual(['/Idempotency-Key'])
  })

  test('not for a key of the maximum length', async () => {
    const { key } = await api.account()
    expect((await once('generateKey', '~'.repeat(255), { key })).status).toBe(201)
  })
})

describe('an Idempotency-Key is ignored', () => {
  test('when creating an account: a caller must not get a key that belongs to another', async () => {
    const body = { email: 'ada@example.org' }
    const headers = { 'Idempotency-Key': 'same' }
    const [one, other] = [
      await api.call('createAccount', { body, headers }),
      await api.call('createAccount', { body, headers }),
    ]
    expect(one.body.account.id).not.toBe(other.body.account.id)
  })

  test('when it is missing: each call is executed', async () => {
    const { key } = await api.account()
    expect(await upload(api, key, CSV)).not.toBe(await upload(api, key, CSV))
  })
})
