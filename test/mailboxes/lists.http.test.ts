// Lists that ask mail servers: what callers see when DNS has judged every address, and when the servers have answered.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { upload } from '../../testbed/callers/batches.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { eventually } from '../../testbed/eventually.js'
import { type ConnectionGuard, guardConnections } from '../../testbed/mail/loopbackOnly.js'
import { type MailService, openMailService } from '../../testbed/mail/service.js'
import { type Receiver, startReceiver } from '../../testbed/receivers/receiver.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const domains = Array.from({ length: 12 }, (_, at) => `d${at}-mail.net`)
let guard: ConnectionGuard
let mail: MailService
let receiver: Receiver
let api: InProcessService
let key: string
beforeAll(async () => {
  guard = guardConnections()
  mail = await openMailService(domains)
  receiver = await startReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  api = await mail.serve({ env: { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' } })
  ;({ key } = await api.account({ plan: 'growth' }))
  mail.server.say({
    rcpt: (recipient) => {
      if (recipient.startsWith('grey')) return '450 4.7.1 Greylisted, try again in 5 minutes'
      return recipient.startsWith('ada') ? '250 2.1.5 Ok' : '550 5.1.1 User unknown'
    },
  })
})
afterAll(async () => {
  await mail.close()
  await receiver.close()
  guard.release()
})

const statusOf = async (batchId: string) => (await api.call('getBatch', { key, params: { batchId } })).body
const ended = (batchId: string) =>
  eventually(
    () => statusOf(batchId),
    ({ mailbox }) => mailbox?.ended_at !== undefined,
  )
const charged = async () => (await api.call('getUsage', { key })).body.current_month.verifications as number

async function submit(emails: readonly string[], options: object = {}): Promise<string> {
  const body = { emails, async: true, format: 'full', mailbox: true, ...options }
  const { status, body: accepted } = await api.call('verifyBulkAgent', { key, body })
  expect(status).toBe(202)
  return accepted.batch_id
}
const resultsOf = async (batchId: string) =>
  (await api.call('getBatchResults', { key, params: { batchId } })).body.results

/** Bodies of the deliveries to a URL of the receiver. */
const deliveriesTo = (path: string) =>
  receiver.requests
    .filter((request) => request.startsWith(`POST ${path} `))
    .map((request) => JSON.parse(request.slice(request.indexOf('\r\n\r\n') + 4)))

describe('a list with `mailbox`', () => {
  test('is completed, then its rows have what mail servers said, and webhooks tell both moments', async () => {
    const before = await charged()
    const webhook_url = `http://127.0.0.1:${receiver.port}/both`
    const batchId = await submit([`ada@${domains[0]}`, `bob@${domains[0]}`, `ada@${domains[1]}`, 'malformed'], {
      webhook_url,
    })
    const status = await ended(batchId)
    expect(status).toMatchObject({ status: 'completed', processed: 4, valid: 2, invalid: 2, mailbox: { waiting: 0 } })
    expect(Date.parse(status.mailbox.until)).toBeGreaterThan(Date.parse(status.completed_at))
    const results = await resultsOf(batchId)
    expect(results).toMatchObject([
      {
        v: 1,
        m: 'exists',
        status: 'valid',
        checks: { mailbox: true },
        metadata: { mailbox: { result: 'exists', final: true } },
      },
      {
        v: 0,
        m: 'no_such_mailbox',
        e: 'no_such_mailbox',
        status: 'invalid',
        reason: 'no_such_mailbox',
        checks: { mailbox: false },
      },
      { v: 1, m: 'exists' },
      { v: 0, e: 'syntax' },
    ])
    for (const result of results) expect(result).not.toHaveProperty('w')
    expect(await charged()).toBe(before + 4)
    const [first, second] = await eventually(
      () => deliveriesTo('/both'),
      (bodies) => bodies.length === 2,
    )
    expect([first.type, second.type]).toEqual(['bulk.completed', 'bulk.completed'])
    expect(first.data).toMatchObject({ batch_id: batchId, status: 'completed', valid: 3, invalid: 1 })
    expect(second.data).toMatchObject({ status: 'completed', valid: 2, invalid: 2, mailbox: { waiting: 0 } })
    expect(second.data.mailbox).toHaveProperty('ended_at')
  })

  test('says what waits, and until when', async () => {
    const batchId = await submit([`grey@${domains[2]}`, `ada@${domains[2]}`], {
      mailbox_minutes: 90,
      format: 'compact',
    })
    const status = await eventually(
      () => statusOf(batchId),
      ({ mailbox }) => mailbox?.waiting === 1,
    )
    expect(status.mailbox).not.toHaveProperty('ended_at')
    expect(Date.parse(status.mailbox.until) - Date.parse(status.completed_at)).toBe(90 * 60_000)
    expect(await resultsOf(batchId)).toEqual([
      { i: 0, v: 1, d: 0, m: 'greylisted', w: 1 },
      { i: 1, v: 1, d: 0, m: 'exists' },
    ])
    const { batch } = await dataOf(
      api,
      `query ($id: ID!) { batch(id: $id) { mailbox { waiting until endedAt }
           results(first: 2) { edges { node { mailbox mailboxFinal } } } } }`,
      { key, variables: { id: batchId } },
    )
    expect(batch.mailbox).toEqual({ waiting: 1, until: status.mailbox.until, endedAt: null })
    expect(batch.results.edges.map(({ node }: { node: object }) => node)).toEqual([
      { mailbox: 'GREYLISTED', mailboxFinal: false },
      { mailbox: 'EXISTS', mailboxFinal: true },
    ])
  })

  test('can be an upload, whose download has columns for it', async () => {
    const csv = `email\nada@${domains[3]}\nbob@${domains[3]}\n`
    const jobId = await upload(api, key, csv, { mailbox: 'true', mailbox_minutes: '30' })
    await ended(jobId)
    const { text } = await api.call('downloadBatch', { key, params: { batchId: jobId } })
    const lines = text!.trim().split('\n')
    expect(lines[0]).toMatch(/,mp_mailbox,mp_mailbox_final$/)
    expect(lines[1]).toMatch(/^ada@.*,valid,true,.*,exists,true$/)
    expect(lines[2]).toMatch(/^bob@.*,invalid,false,no_such_mailbox,.*,no_such_mailbox,true$/)
  })

  test('can be submitted over GraphQL', async () => {
    const { submitBatch } = await dataOf(
      api,
      'mutation ($input: SubmitBatchInput!) { submitBatch(input: $input) { batchId } }',
      { key, variables: { input: { emails: [`ada@${domains[4]}`], mailbox: true, mailboxMinutes: 1 } } },
    )
    expect(await ended(submitBatch.batchId)).toMatchObject({ valid: 1, mailbox: { waiting: 0 } })
  })

  test.each([
    ['without `async`', { emails: ['a@b.example'], mailbox: true }, '/mailbox'],
    ['for no minutes', { emails: ['a@b.example'], async: true, mailbox: true, mailbox_minutes: 0 }, '/mailbox_minutes'],
    [
      'for two days',
      { emails: ['a@b.example'], async: true, mailbox: true, mailbox_minutes: 2880 },
      '/mailbox_minutes',
    ],
  ])('is refused %s', async (_, body, path) => {
    const { status, body: answer } = await api.call('verifyBulkAgent', { key, body })
    expect([status, answer.error.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(answer.error.details.problems[0].path).toBe(path)
  })

  test('is refused where the operator has not switched the checks on', async () => {
    const off = await start()
    const { key: other } = await off.account({ plan: 'growth' })
    const { key: sandbox } = await off.generate(other, { sandbox: true })
    const body = { emails: ['a@b.example'], async: true, mailbox: true }
    for (const by of [other, sandbox]) {
      const { status, body: answer } = await off.call('verifyBulkAgent', { key: by, body })
      expect([status, answer.error.details.problems[0].path]).toEqual([400, '/mailbox'])
    }
    await off.stop()
  })

  test('of a sandbox key has the rows that single verifications of its addresses say, and waits as a live one', async () => {
    const { key: sandbox } = await api.generate(key, { sandbox: true })
    const emails = ['no-such-mailbox', 'mailbox-full', 'accept-all', 'greylisted', 'valid'].map(
      (name) => `${name}@b.example`,
    )
    const body = { emails, async: true, format: 'full', mailbox: true }
    const { batch_id: batchId } = (await api.call('verifyBulkAgent', { key: sandbox, body })).body
    const { mailbox } = await eventually(
      () => statusOf(batchId),
      (status) => status.mailbox?.waiting === 1,
    )
    expect(mailbox).not.toHaveProperty('ended_at')
    const said = ({
      metadata,
      status,
    }: {
      metadata: { mailbox: { result: string; final: boolean } }
      status: string
    }) => [status, metadata.mailbox.result, metadata.mailbox.final]
    const single = async (email: string) =>
      said((await api.call('verifyEmail', { key: sandbox, body: { email, mailbox: true } })).body)
    expect((await resultsOf(batchId)).map(said)).toEqual(await Promise.all(emails.map(single)))
  })

  test('has asked no stranger', () => expect(guard.strangers).toEqual([]))
})
