// The main use cases, in every deployment.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { ended, silentAddresses, submit, upload } from '../../testbed/callers/batches.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { askSocket, socketClient } from '../../testbed/callers/graphqlSocket.js'
import { REACHABLE } from '../../testbed/callers/webhooks.js'
import { eventually } from '../../testbed/eventually.js'
import { startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import { signedCallOf } from '../../testbed/receivers/target.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { BASE_URL } from '../../testbed/service/settings.js'
import { runCommandLine } from '../support/commandLine.js'
import { describeShapes } from '../support/describeShapes.js'

/** A chunk of a thousand rows, and another that is not full. */
const COUNT = 1_250
/** Every fifth is not an address. */
const emails = Array.from({ length: COUNT }, (_, row) =>
  row % 5 === 0 ? `no address ${row}` : `user${row}@explicit.mailproof.net`,
)
const VALID = (COUNT * 4) / 5
const isInOrder = ({ i, v }: { i: number; v: number }, row: number) => i === row && v === Number(row % 5 !== 0)

describeShapes('the main use cases', (start) => {
  let service: ProcessService
  let target: Awaited<ReturnType<typeof startAcceptingReceiver>>

  beforeAll(async () => {
    target = await startAcceptingReceiver()
    // Names that never answer take so long that no batch of them ends by itself.
    service = await start({ ...REACHABLE, DNS_TIMEOUT_MS: '60000', POOL_MIN_CONTRIBUTORS: '1' })
  })
  afterAll(async () => {
    await service?.dispose()
    await target.close()
  })

  const used = async (key: string) => (await service.call('getUsage', { key })).body.current_month
  const verified = async (key: string, email: string, more: object = {}) =>
    (await service.call('verifyEmail', { key, body: { email, ...more } })).body

  describe('an agent', () => {
    test('gets results synchronously', async () => {
      const { key } = await service.account()
      const { status, body } = await service.call('verifyBulkAgent', { key, body: { emails } })
      expect(status).toBe(200)
      expect(body.results.every(isInOrder)).toBe(true)
      expect(body.stats).toMatchObject({ t: COUNT, v: VALID })
      expect(
        await eventually(
          () => used(key),
          ({ verifications }) => verifications >= COUNT,
        ),
      ).toMatchObject({
        verifications: COUNT,
      })
    })

    test('follows an asynchronous batch from its acceptance to the last row', async () => {
      const { key } = await service.account()
      const batchId = await submit(service, key, emails)
      expect((await service.call('getBatch', { key, params: { batchId } })).status).toBe(200)
      expect(await ended(service, key, batchId)).toMatchObject({ status: 'completed', total: COUNT, processed: COUNT })
      for (const _ of service.apis) {
        const { body } = await service.call('getBatchResults', { key, params: { batchId } })
        expect(body.results).toHaveLength(COUNT)
        expect(body.results.every(isInOrder)).toBe(true)
        expect(await used(key)).toMatchObject({ verifications: COUNT })
      }
    })

    test('cancels a batch: it ends for everyone, and unprocessed rows cost nothing', async () => {
      const { key } = await service.account({ perMonth: 1_000 })
      const batchId = await submit(service, key, silentAddresses(service, 10))
      expect(await used(key)).toMatchObject({ remaining: 990 })
      expect((await service.call('cancelBatch', { key, params: { batchId } })).status).toBe(200)
      for (const _ of service.apis) {
        expect((await service.call('getBatch', { key, params: { batchId } })).body.status).toBe('cancelled')
        expect(await used(key)).toMatchObject({ verifications: 0, remaining: 1_000 })
      }
      expect((await service.call('cancelBatch', { key, params: { batchId } })).body.message).toContain('already')
    })
  })

  test('a CSV upload is returned with its verdicts, by a link without a key; a signed webhook reports that it is ready', async () => {
    const { key } = await service.account()
    const csv = `name,email\n${emails.map((email, row) => `Ada ${row},${email}\n`).join('')}`
    const jobId = await upload(service, key, csv, { webhook_url: target.url })
    expect((await service.call('getBulkJob', { key, params: { jobId } })).status).toBe(200)
    const { download_url, ...done } = await ended(service, key, jobId)
    expect(done).toMatchObject({ status: 'completed', processed: COUNT, valid: VALID })
    const link = download_url.slice(BASE_URL.length)
    for (const _ of service.apis) {
      const { status, text } = await service.request('GET', link)
      expect(status).toBe(200)
      const lines = text.split('\n')
      expect(lines).toHaveLength(COUNT + 2)
      expect(lines[1]).toBe('Ada 0,no address 0,invalid,false,syntax,false,false,false,')
      expect(lines[COUNT]).toContain(`Ada ${COUNT - 1},user${COUNT - 1}@explicit.mailproof.net,valid,`)
    }

    const [call] = await eventually(
      () => target.requests,
      ({ length }) => length > 0,
    )
    const { secret } = (await service.call('getSigningSecret', { key })).body
    const { body, headers } = signedCallOf(call!)
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: 'bulk.completed',
      data: { batch_id: jobId, job_id: jobId, status: 'completed', total: COUNT },
    })
  })

  describe('the pool', () => {
    test('answers every account with what one shared, identifies no contributor, and forgets an address permanently', async () => {
      const [ada, bob] = [await service.account({ plan: 'starter' }), await service.account()]
      const email = 'shared.canary@explicit.mailproof.net'
      const shared = await verified(ada.key, email, { share_signals: true })
      expect(shared).toMatchObject({ from_pool: false, unique_contribution: true, credits_earned: 2 })
      const fromPool = (wanted: boolean) => async () => {
        // Every API process agrees.
        const answers = []
        for (const _ of service.apis) answers.push(await verified(bob.key, email))
        return answers.every(({ from_pool }) => from_pool === wanted)
      }
      await eventually(fromPool(true), Boolean)
      expect(await verified(bob.key, email)).toMatchObject({ valid: true, pool_validations: 1 })

      const contributed = ({ body }: { body: { total_validations: number } }) => body.total_validations === 1
      await eventually(() => service.call('getPoolStats'), contributed)
      for (const _ of service.apis) {
        await eventually(
          async () => (await service.call('getPoolRank', { key: ada.key })).body,
          ({ rank }) => rank === 1,
        )
        for (const operation of ['getPoolStats', 'getPoolLeaderboard', 'getPoolActivity'] as const) {
          const { status, text } = await service.call(operation)
          expect({ status, names: /canary|explicit/.test(text) }).toEqual({ status: 200, names: false })
        }
      }

      const before = (await service.call('getPoolStats')).body
      const forgotten = await service.operate('pool', 'forget', ' Shared.Canary@EXPLICIT.mailproof.net ')
      expect(forgotten).toMatchObject({ code: 0, stdout: 'Removed the address from 1 pool.\n' })
      await eventually(fromPool(false), Boolean)
      const { total_validations, unique_emails } = before
      expect((await service.call('getPoolStats')).body).toMatchObject({ total_validations, unique_emails })
      const again = await runCommandLine(['pool', 'forget', email, '--json'], service.settings)
      expect(JSON.parse(again.stdout)).toEqual({ pools: 0, outcome: 'unknown' })
      expect(await verified(ada.key, email, { share_signals: true })).toMatchObject({ unique_contribution: true })
    })

    test('rejects a text that is not an address in one line', async () => {
      const { code, stdout, stderr } = await runCommandLine(['pool', 'forget', 'no address'], service.settings)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(/^mailproof: Not a valid address[^\n]+\n$/)
    })
  })

  describe('GraphQL', () => {
    const SUBMIT = 'mutation ($input: SubmitBatchInput!) { submitBatch(input: $input) { batchId } }'
    const PROGRESS = 'subscription ($id: ID!) { batchProgress(id: $id) { status processed } }'
    const BATCH = 'query ($id: ID!) { batch(id: $id) { status valid results(first: 1) { totalCount } } }'

    test('accepts a batch, streams its progress, and returns its results', async () => {
      const { key } = await service.account()
      const { batchId: id } = (await dataOf(service, SUBMIT, { key, variables: { input: { emails } } })).submitBatch
      const watched = await Promise.all(
        service.apis.map((api) => askSocket({ url: api.url }, PROGRESS, { key, variables: { id } })),
      )
      for (const messages of watched) {
        const processed = messages.map(({ data }) => data.batchProgress.processed)
        expect(processed).toEqual(processed.toSorted((a, b) => a - b))
        expect(messages.at(-1).data.batchProgress).toEqual({ status: 'COMPLETED', processed: COUNT })
      }
      for (const _ of service.apis) {
        const { batch } = await dataOf(service, BATCH, { key, variables: { id } })
        expect(batch).toEqual({ status: 'COMPLETED', valid: VALID, results: { totalCount: COUNT } })
      }
    })

    test('streams contributions to the pool to every subscriber, whatever process accepted them', async () => {
      const { key } = await service.account({ plan: 'starter' })
      const clients = service.apis.map(({ url }) => socketClient({ url }))
      const received: string[][] = clients.map(() => [])
      const watching = clients.map(async (client, at) => {
        for await (const { data } of client.iterate({ query: 'subscription { poolActivity { type } }' }))
          received[at]!.push((data as { poolActivity: { type: string } }).poolActivity.type)
      })
      // What is shared before a subscription starts is not delivered.
      let shared = 0
      const allKnow = async () => {
        await verified(key, `watched-${shared++}@explicit.mailproof.net`, { share_signals: true })
        return received.every((types) => types.includes('VALIDATION'))
      }
      try {
        await eventually(allKnow, Boolean)
      } finally {
        for (const client of clients) await client.dispose()
        await Promise.all(watching)
      }
    })
  })
})
