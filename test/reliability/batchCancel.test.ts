import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openDataDirectory } from '../../src/adapters/dataDirectory/dataDirectory.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import type { BatchEvent } from '../../src/features/batches/events.js'
import { systemClock } from '../../src/kernel/clock.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { type Answer, client, type RequestOptions } from '../../testbed/callers/client.js'
import { csvForm } from '../../testbed/callers/multipart.js'
import { codeOf } from '../../testbed/contract/answers.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { eventually } from '../../testbed/eventually.js'
import { collect } from '../../testbed/given/events.js'
import { knownList } from '../../testbed/given/knownList.js'
import { checkRemainingQuota, usedBy } from '../../testbed/records/batchKillCheck.js'
import { createChance } from '../../testbed/records/journal.js'
import { type MadeAccount, makeAccounts } from '../../testbed/service/accounts.js'
import { type Program, startProgram } from '../../testbed/service/program.js'

const ROWS = 20_000
/** Minimum number of rows of the large job that are done when it is cancelled. */
const DONE = 2_000
const SPARE = 500
/** A second, and a margin for a slow machine. The lookups that the job waits for take a minute. */
const MOST_MS = 15_000
/** Delay of DNS answers: work in flight at the cancellation ends this much later. */
const DELAY_MS = 400

const list = knownList(ROWS, createChance(7))
let directory: string
let dns: DnsServer
let program: Program
let http: ReturnType<typeof client>

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailproof-cancel-'))
  const slow = { 'slow.mailproof.net': { MX: [[10, 'mx.mailproof.net']], delayMs: 2 * DELAY_MS } } as const
  // No job of the list ends by itself.
  dns = await startDnsServer({ ...list.zone(DELAY_MS), ...list.heldZone(), ...slow })
  program = await startProgram({
    PORT: '0',
    DATA_DIR: directory,
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    DNS_TIMEOUT_MS: '60000',
  })
  http = client(program.url)
})

afterAll(async () => {
  http.close()
  const ended = await program.end('SIGTERM')
  await dns.close()
  await rm(directory, { recursive: true, force: true })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
})

const ask = (method: string, path: string, { key }: MadeAccount, options: RequestOptions = {}): Promise<Answer> =>
  http.request(method, path, { key, ...options })

const upload = async (account: MadeAccount, csv = list.csv): Promise<string> =>
  (await ask('POST', '/v1/bulk/upload', account, csvForm(csv))).body.id

const until = (account: MadeAccount, batch: string, wanted: (body: Answer['body']) => boolean): Promise<Answer> =>
  eventually(
    () => ask('GET', `/v1/batch/${batch}`, account),
    ({ body }) => wanted(body),
  )

async function eventsOf(batch: string): Promise<Recorded<BatchEvent>[]> {
  const path = openDataDirectory(directory, { hold: false }).paths.events
  const store = createLmdbEventStore({ path, clock: systemClock })
  const events = (await collect(store.readStream(`batch-${batch}`))) as Recorded<BatchEvent>[]
  await store.close()
  return events
}

test('a cancelled large job ends immediately: finished rows are kept, the rest is released, nothing follows', async () => {
  const [made] = await makeAccounts(program.url, directory, 1, list.distinct + SPARE)
  const account = made!
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
  expect(await usedBy({ ask }, account)).toBe(cancelled.data.totals.charged + 1)
  expect(await checkRemainingQuota({ ask }, account)).toEqual([])

  const again = await ask('DELETE', `/v1/batch/${batch}`, account)
  expect(again).toMatchObject({ status: 200, body: { success: true } })
  const tooLate = await ask('DELETE', `/v1/batch/${probe}`, account)
  expect({ status: tooLate.status, code: codeOf(tooLate) }).toEqual({ status: 409, code: 'BATCH_NOT_CANCELLABLE' })
  expect(await eventsOf(batch)).toHaveLength(events.length)
})

test('a queued job starts when one before it is cancelled, and can itself be cancelled in the queue', async () => {
  const [account] = await makeAccounts(program.url, directory, 1)
  const [first, second, third, fourth] = [
    await upload(account!),
    await upload(account!),
    await upload(account!, 'email\nearly@good-1.mailproof.net\n'),
    await upload(account!),
  ]
  await until(account!, first, ({ processed }) => processed > 0)
  expect((await ask('GET', `/v1/batch/${third}`, account!)).body.status).toBe('pending')

  await ask('DELETE', `/v1/batch/${fourth}`, account!)
  await ask('DELETE', `/v1/batch/${first}`, account!)
  await until(account!, third, ({ status }) => status === 'completed')
  expect((await ask('GET', `/v1/batch/${second}`, account!)).body.status).toBe('processing')
  await ask('DELETE', `/v1/batch/${second}`, account!)

  expect((await eventsOf(fourth)).map(({ type }) => type)).toEqual(['BatchSubmitted', 'BatchCancelled'])
  expect((await ask('GET', `/v1/batch/${fourth}/results`, account!)).body.results).toEqual([])
  const charged = await Promise.all([first, second, third, fourth].map(eventsOf))
  const sum = charged.map((events) => (events.at(-1)!.data as { totals: { charged: number } }).totals.charged)
  expect(await usedBy({ ask }, account!)).toBe(sum.reduce((total, each) => total + each, 0))
})
