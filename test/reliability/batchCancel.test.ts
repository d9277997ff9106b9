// Cancelling large batches of the built program.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { BatchEvent } from '../../src/features/batches/events.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import type { Answer, RequestOptions } from '../../testbed/callers/client.js'
import { csvForm } from '../../testbed/callers/multipart.js'
import { createChance } from '../../testbed/chance.js'
import { codeOf } from '../../testbed/contract/answers.js'
import { eventually } from '../../testbed/eventually.js'
import { knownList } from '../../testbed/given/knownList.js'
import { checkRemainingQuota, usedBy } from '../../testbed/records/batchChecks.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import type { Account } from '../../testbed/service/service.js'
import { start } from '../../testbed/service/start.js'

const ROWS = 20_000
/** Minimum number of rows of the large job that are done when it is cancelled. */
const DONE = 2_000
const SPARE = 500
/** A second, and a margin for a slow machine. The lookups that the job waits for take a minute. */
const MOST_MS = 15_000
/** Delay of DNS answers: work in flight at the cancellation ends this much later. */
const DELAY_MS = 400

const list = knownList(ROWS, createChance(7))
let service: ProcessService

beforeAll(async () => {
  const slow = { 'slow.mailproof.net': { MX: [[10, 'mx.mailproof.net']], delayMs: 2 * DELAY_MS } } as const
  // No job of the list ends by itself.
  const zone = { ...list.zone(DELAY_MS), ...list.heldZone(), ...slow }
  service = await start({ where: 'process', zone, env: { DNS_TIMEOUT_MS: '60000' } })
})

afterAll(async () => {
  const [ended] = await service.end('SIGTERM')
  await service.stop()
  expect(ended).toMatchObject({ code: 0, stderr: '' })
})

const ask = (method: string, path: string, { key }: Account, options: RequestOptions = {}): Promise<Answer> =>
  service.request(method, path, { key, ...options })

const upload = async (account: Account, csv = list.csv): Promise<string> =>
  (await ask('POST', '/v1/bulk/upload', account, csvForm(csv))).body.id

const until = (account: Account, batch: string, wanted: (body: Answer['body']) => boolean): Promise<Answer> =>
  eventually(
    () => ask('GET', `/v1/batch/${batch}`, account),
    ({ body }) => wanted(body),
  )

const eventsOf = async (batch: string) => (await service.events(`batch-${batch}`)) as readonly Recorded<BatchEvent>[]

test('a cancelled large job ends immediately: finished rows are kept, the rest is released, nothing follows', async () => {
  const account = await service.account({ perMonth: list.distinct + SPARE })
  const batch = await upload(account)
  await until(account, batch, ({ processed }) => processed >= DONE)
  const reserved = (await ask('GET', '/v1/stats', account)).body.current_month
  expect(reserved.remaining + reserved.verifications).toBeLessThan(reserved.limit)

  const began = performance.now()
  const answer = await ask('DELETE', `/v1/batch/${batch}`, account)
  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  const { body } = await ask('GET', `/v1/batch/${batch}`, account)
  expect(body.status).toBe('cancelled')
  expect(performance.now() - began).toBeLessThan(MOST_MS)

  // The work in flight has ended when the lookup of a slower name, started later, has ended.
  const probe = await upload(account, 'email\nlate@slow.mailproof.net\n')
  await until(account, probe, ({ status }) => status === 'completed')
  const events = await eventsOf(batch)
  const kinds = events.map(({ type }) => type.replace('Batch', ''))
  expect(kinds.join(' ')).toMatch(/^Submitted Started (ChunkVerified )+Cancelled$/)
  const { processed } = body
  expect(processed).toBeGreaterThanOrEqual(DONE)
  expect(processed).toBeLessThan(ROWS)

  const results = await ask('GET', `/v1/batch/${batch}/results`, account)
  expect(results.status).toBe(200)
  expect(results.body.results.map(({ i, v, e = '' }: { i: number; v: number; e?: string }) => [i, v, e])).toEqual(
    list.rows.slice(0, processed).map(({ status, reason }, index) => [index, status === 'invalid' ? 0 : 1, reason]),
  )

  const cancelled = events.at(-1) as Extract<Recorded<BatchEvent>, { type: 'BatchCancelled' }>
  expect(await usedBy(service, account)).toBe(cancelled.data.totals.charged + 1)
  expect(await checkRemainingQuota(service, account)).toEqual([])

  const again = await ask('DELETE', `/v1/batch/${batch}`, account)
  expect(again).toMatchObject({ status: 200, body: { success: true } })
  const tooLate = await ask('DELETE', `/v1/batch/${probe}?expect=in_progress`, account)
  expect({ status: tooLate.status, code: codeOf(tooLate) }).toEqual({ status: 409, code: 'BATCH_NOT_CANCELLABLE' })
  expect(await eventsOf(batch)).toHaveLength(events.length)
})

test('a queued job starts when one before it is cancelled, and can itself be cancelled in the queue', async () => {
  const account = await service.account()
  const [first, second, third, fourth] = [
    await upload(account),
    await upload(account),
    await upload(account, 'email\nearly@good-1.mailproof.net\n'),
    await upload(account),
  ]
  await until(account, first, ({ processed }) => processed > 0)
  expect((await ask('GET', `/v1/batch/${third}`, account)).body.status).toBe('pending')

  await ask('DELETE', `/v1/batch/${fourth}`, account)
  await ask('DELETE', `/v1/batch/${first}`, account)
  await until(account, third, ({ status }) => status === 'completed')
  expect((await ask('GET', `/v1/batch/${second}`, account)).body.status).toBe('processing')
  await ask('DELETE', `/v1/batch/${second}`, account)

  expect((await eventsOf(fourth)).map(({ type }) => type)).toEqual(['BatchSubmitted', 'BatchCancelled'])
  expect((await ask('GET', `/v1/batch/${fourth}/results`, account)).body.results).toEqual([])
  const charged = await Promise.all([first, second, third, fourth].map(eventsOf))
  const sum = charged.map((events) => (events.at(-1)!.data as { totals: { charged: number } }).totals.charged)
  expect(await usedBy(service, account)).toBe(sum.reduce((total, each) => total + each, 0))
})
