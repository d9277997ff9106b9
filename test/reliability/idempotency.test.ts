// Idempotency-Key under concurrency and kills of the built program.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { openDataDirectory } from '../../src/adapters/dataDirectory/dataDirectory.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import type { BatchSubmitted } from '../../src/features/batches/events.js'
import { systemClock } from '../../src/kernel/clock.js'
import { newId } from '../../src/kernel/ids.js'
import type { Answer, RequestOptions } from '../../testbed/callers/client.js'
import { csvForm } from '../../testbed/callers/multipart.js'
import { codeOf } from '../../testbed/contract/answers.js'
import { eventually } from '../../testbed/eventually.js'
import { readLog } from '../../testbed/records/readLog.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import type { Account } from '../../testbed/service/service.js'
import { start } from '../../testbed/service/start.js'

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
type ApiCall = { readonly path: string; readonly options: RequestOptions }

let service: ProcessService
let account: Account

beforeAll(async () => {
  service = await start({ where: 'process' })
})

beforeEach(async () => {
  account = await service.account()
})

afterAll(() => service.dispose())

const send = ({ path, options }: ApiCall, idempotencyKey: string): Promise<Answer> =>
  service.request('POST', path, {
    key: account.key,
    ...options,
    headers: { ...options.headers, 'Idempotency-Key': idempotencyKey },
  })

const idOf = ({ body }: Answer): string => body.id ?? body.batch_id

/** Batches in the log: those of the account, and all. */
async function batches(): Promise<{ readonly own: string[]; readonly all: ReadonlySet<string> }> {
  const own: string[] = []
  const all = new Set<string>()
  for await (const { stream, data } of readLog(service.settings, { types: new Set(['BatchSubmitted']) })) {
    const id = stream.replace('batch-', '')
    all.add(id)
    if ((data as BatchSubmitted['data']).account === account.id) own.push(id)
  }
  return { own, all }
}

/** The number of files of one batch, and the files of no batch or of another run of its command. */
async function filesOf(batch: string): Promise<{ own: number; orphans: string[] }> {
  const files = await readdir(join(service.place.directory, 'blobs'))
  const { all } = await batches()
  return {
    own: files.filter((name) => name.startsWith(batch)).length,
    orphans: files.filter((name) => !all.has(name.slice(0, name.indexOf('.')))),
  }
}

async function usedAfter(batch: string): Promise<number> {
  const { key } = account
  await eventually(
    () => service.request('GET', `/v1/batch/${batch}`, { key }),
    ({ body }) => body.status === 'completed',
  )
  const { verifications, limit, remaining } = await service.usage(key)
  expect(remaining).toBe(limit - verifications)
  return verifications
}

describe.each([
  ['asynchronous jobs of an agent', agent, 1],
  ['uploads', file, 2],
] as const)(
  'a hundred concurrent calls with one Idempotency-Key: %s',
  (_, ask: (content?: never) => ApiCall, blobs) => {
    test("are one job and one charge; each call gets that job's response, or a request to retry", async () => {
      const key = newId()
      const answers = await Promise.all(Array.from({ length: RACERS }, () => send(ask(), key)))
      const accepted = answers.filter(({ status }) => status === 202)
      const conflicts = answers.filter(({ status }) => status === 409)
      expect(accepted.length + conflicts.length).toBe(RACERS)
      expect(accepted.length).toBeGreaterThan(0)
      for (const answer of conflicts) {
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
      expect(await usedAfter(batch)).toBe(NAMES.length)
      // No file of the other requests is left.
      expect(await filesOf(batch)).toEqual({ own: blobs, orphans: [] })
    })
  },
)

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
  expect(await usedAfter(idOf(accepted))).toBe(NAMES.length)
  expect((await filesOf(idOf(accepted))).orphans).toEqual([])
})

test('a key belongs to one account and operation: elsewhere it is another job', async () => {
  const key = newId()
  const answers = [await send(agent(), key), await send(file(), key)]
  account = await service.account()
  answers.push(await send(agent(), key), await send(file(), key))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  expect(new Set(answers.map(idOf)).size).toBe(4)
})

describe.each([
  ['a list', agent, 1],
  ['a file', file, 2],
] as const)(
  'a service that is killed between acceptance and response: %s',
  (_, ask: (content?: never) => ApiCall, blobs) => {
    test('has accepted it once: a retry gets the same job, charged once', async () => {
      const key = await untilKilledInBetween(ask())
      const { own } = await batches()
      expect(own).toHaveLength(1)
      const [batch = ''] = own

      // No other process can be working on it: its records are free from the start.
      await service.start()
      const answers = [await send(ask(), key), await send(ask(), key)]
      expect(answers.map(idOf)).toEqual([batch, batch])
      expect(answers.map(({ status }) => status)).toEqual([202, 202])
      // The first is a replay if the service died between recording the response and sending it.
      expect([undefined, 'true']).toContain(answers[0]!.headers['idempotent-replayed'])
      expect(answers[1]!.headers['idempotent-replayed']).toBe('true')
      expect((await batches()).own).toEqual([batch])
      expect(await usedAfter(batch)).toBe(NAMES.length)
      expect(await filesOf(batch)).toEqual({ own: blobs, orphans: [] })
    })

    /**
     * Kills as soon as the log has the job.
     * @returns the key of a call that was accepted and not answered
     */
    async function untilKilledInBetween(call: ApiCall): Promise<string> {
      const path = openDataDirectory(service.place.directory, { hold: false }).paths.events
      for (let attempt = 0; attempt < TRIES; attempt++) {
        if (attempt > 0) {
          await service.start()
          account = await service.account()
        }
        const store = createLmdbEventStore({ path, clock: systemClock })
        const key = newId()
        const before = await store.head()
        const answer = send(call, key).catch(() => undefined)
        while ((await store.head()) === before) await nextTurn()
        await service.kill()
        await store.close()
        if ((await answer) === undefined && (await batches()).own.length === 1) return key
      }
      throw new Error(`each of ${TRIES} kills came before acceptance or after the answer`)
    }
  },
)
