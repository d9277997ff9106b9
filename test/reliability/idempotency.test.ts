import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { openDataDirectory } from '../../src/adapters/dataDirectory/dataDirectory.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import type { BatchSubmitted } from '../../src/features/batches/events.js'
import { systemClock } from '../../src/kernel/clock.js'
import { newId } from '../../src/kernel/ids.js'
import { type Answer, client, type RequestOptions } from '../../testbed/callers/client.js'
import { csvForm } from '../../testbed/callers/multipart.js'
import { codeOf } from '../../testbed/contract/answers.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { mailZone } from '../../testbed/dns/zone.js'
import { eventually } from '../../testbed/eventually.js'
import { type MadeAccount, makeAccounts } from '../../testbed/service/accounts.js'
import { type Program, type Settings, startProgram } from '../../testbed/service/program.js'

const RACERS = 100
/** Maximum number of kills that may miss the moment between acceptance and response. */
const TRIES = 10

const NAMES = Array.from({ length: 300 }, (_, index) => `racer${index}@explicit.mailproof.net`)
/** Some are repeated, so the number charged differs. */
const EMAILS = [...NAMES, ...NAMES.slice(0, 50)]
const CSV = `email\n${EMAILS.join('\n')}\n`

const agent = (emails: readonly string[] = EMAILS) => ({
  path: '/v1/verify/bulk/agent',
  options: { body: { emails, async: true } },
})
const file = (csv = CSV, fields = {}) => ({ path: '/v1/bulk/upload', options: csvForm(csv, fields) })
type Asked = { readonly path: string; readonly options: RequestOptions }

let directory: string
let dns: DnsServer
let settings: Settings
let program: Program
let http: ReturnType<typeof client>
let account: MadeAccount

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailproof-idempotency-'))
  dns = await startDnsServer(mailZone())
  settings = {
    PORT: '0',
    DATA_DIR: directory,
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    LOG_LEVEL: 'error',
    ACCOUNT_CREATIONS_PER_HOUR: '1000',
    WRITES_PER_MINUTE: '1000000',
    WRITES_PER_DAY: '1000000',
  }
  await start()
})

beforeEach(async () => {
  const [made] = await makeAccounts(program.url, directory, 1)
  account = made!
})

afterAll(async () => {
  http.close()
  await program.end('SIGKILL')
  await dns.close()
  await rm(directory, { recursive: true, force: true })
})

async function start(): Promise<void> {
  program = await startProgram(settings)
  http = client(program.url)
}

const send = ({ path, options }: Asked, idempotencyKey: string): Promise<Answer> =>
  http.request('POST', path, {
    key: account.key,
    ...options,
    headers: { ...options.headers, 'Idempotency-Key': idempotencyKey },
  })

const idOf = ({ body }: Answer): string => body.id ?? body.batch_id

/** Batches in the log: those of the account, and all. */
async function batches(): Promise<{ readonly own: string[]; readonly all: ReadonlySet<string> }> {
  const path = openDataDirectory(directory, { hold: false }).paths.events
  const store = createLmdbEventStore({ path, clock: systemClock })
  const own: string[] = []
  const all = new Set<string>()
  for await (const { stream, data } of store.readAll({ types: new Set(['BatchSubmitted']) })) {
    const id = stream.replace('batch-', '')
    all.add(id)
    if ((data as BatchSubmitted['data']).account === account.id) own.push(id)
  }
  await store.close()
  return { own, all }
}

/** The number of files of one batch, and the files of no batch or of another run of its command. */
async function filesOf(batch: string): Promise<{ own: number; orphans: string[] }> {
  const files = await readdir(join(directory, 'blobs'))
  const { all } = await batches()
  return {
    own: files.filter((name) => name.startsWith(batch)).length,
    orphans: files.filter((name) => !all.has(name.slice(0, name.indexOf('.')))),
  }
}

async function usedAfter(url: string, batch: string): Promise<number> {
  const { request, close } = client(url)
  const { key } = account
  await eventually(
    () => request('GET', `/v1/batch/${batch}`, { key }),
    ({ body }) => body.status === 'completed',
  )
  const { body } = await request('GET', '/v1/stats', { key })
  close()
  expect(body.current_month.remaining).toBe(body.current_month.limit - body.current_month.verifications)
  return body.current_month.verifications
}

describe.each([
  ['asynchronous jobs of an agent', agent, 1],
  ['uploads', file, 2],
] as const)('a hundred concurrent calls with one Idempotency-Key: %s', (_, ask: (content?: never) => Asked, blobs) => {
  test("are one job and one charge; each call gets that job's response, or a request to retry", async () => {
    const key = newId()
    const answers = await Promise.all(Array.from({ length: RACERS }, () => send(ask(), key)))
    const accepted = answers.filter(({ status }) => status === 202)
    const told = answers.filter(({ status }) => status === 409)
    expect(accepted.length + told.length).toBe(RACERS)
    expect(accepted.length).toBeGreaterThan(0)
    for (const answer of told) {
      expect(codeOf(answer)).toBe('IDEMPOTENCY_IN_PROGRESS')
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
    }
    const [batch = ''] = new Set(accepted.map(idOf))
    // All but one of the accepted responses are replays.
    const first = accepted.filter(({ headers }) => headers['idempotent-replayed'] === undefined)
    expect(first).toHaveLength(1)
    for (const answer of accepted) expect(answer.text).toBe(first[0]!.text)

    const again = await send(ask(), key)
    expect(again).toMatchObject({ status: 202, text: first[0]!.text, headers: { 'idempotent-replayed': 'true' } })
    expect((await batches()).own).toEqual([batch])
    expect(await usedAfter(program.url, batch)).toBe(NAMES.length)
    // No file of the other requests is left.
    expect(await filesOf(batch)).toEqual({ own: blobs, orphans: [] })
  })
})

test.each([
  ['a list', agent(), agent(['another@explicit.mailproof.net'])],
  ['a file', file(), file(`${CSV}another@explicit.mailproof.net\n`)],
  ['a field beside the file', file(), file(CSV, { has_header: 'true' })],
])('the same key with another request is 422, and has no effect: %s', async (_, one, other) => {
  const key = newId()
  const accepted = await send(one, key)
  expect(accepted.status).toBe(202)
  const answer = await send(other, key)
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
  expect((await batches()).own).toEqual([idOf(accepted)])
  expect(await usedAfter(program.url, idOf(accepted))).toBe(NAMES.length)
  expect((await filesOf(idOf(accepted))).orphans).toEqual([])
})

test('a key belongs to one account and operation: elsewhere it is another job', async () => {
  const key = newId()
  const answers = [await send(agent(), key), await send(file(), key)]
  const [other] = await makeAccounts(program.url, directory, 1)
  account = other!
  answers.push(await send(agent(), key), await send(file(), key))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  expect(new Set(answers.map(idOf)).size).toBe(4)
})

describe.each([
  ['a list', agent, 1],
  ['a file', file, 2],
] as const)(
  'a service that is killed between acceptance and response: %s',
  (_, ask: (content?: never) => Asked, blobs) => {
    test('has accepted it once: a retry gets the same job, charged once', async () => {
      const key = await untilKilledInBetween(ask())
      const { own } = await batches()
      expect(own).toHaveLength(1)
      const [batch = ''] = own

      // No other process can be working on it: its records are free from the start.
      await start()
      const answers = [await send(ask(), key), await send(ask(), key)]
      expect(answers.map(idOf)).toEqual([batch, batch])
      expect(answers.map(({ status }) => status)).toEqual([202, 202])
      // The first is a replay if the service died between recording the response and sending it.
      expect([undefined, 'true']).toContain(answers[0]!.headers['idempotent-replayed'])
      expect(answers[1]!.headers['idempotent-replayed']).toBe('true')
      expect((await batches()).own).toEqual([batch])
      expect(await usedAfter(program.url, batch)).toBe(NAMES.length)
      expect(await filesOf(batch)).toEqual({ own: blobs, orphans: [] })
    })

    /**
     * Kills as soon as the log has the job.
     * @returns the key of a call that was accepted and not answered
     */
    async function untilKilledInBetween(asked: Asked): Promise<string> {
      const path = openDataDirectory(directory, { hold: false }).paths.events
      for (let attempt = 0; attempt < TRIES; attempt++) {
        if (attempt > 0) {
          await start()
          const [made] = await makeAccounts(program.url, directory, 1)
          account = made!
        }
        const store = createLmdbEventStore({ path, clock: systemClock })
        const key = newId()
        const before = await store.head()
        const answer = send(asked, key).catch(() => undefined)
        while ((await store.head()) === before) await nextTurn()
        await program.end('SIGKILL')
        await store.close()
        if ((await answer) === undefined && (await batches()).own.length === 1) return key
      }
      throw new Error(`each of ${TRIES} kills came before acceptance or after the answer`)
    }
  },
)
