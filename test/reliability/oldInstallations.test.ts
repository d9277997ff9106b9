// Data of earlier releases, opened by this one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { MongoClient } from 'mongodb'
import { eventually } from '../../testbed/eventually.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { BUNDLED, buildProgram } from '../../testbed/service/program.js'
import { testDatabase } from '../../testbed/stores/mongo/database.js'
import { restoreMongo } from '../../testbed/stores/mongo/dump.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { unpack } from '../fixtures/archive.js'
import { readAll } from '../fixtures/expectedResponses.js'
import type { Expected } from '../fixtures/make.js'
import {
  killDuringStart,
  openSurroundings,
  operate,
  type ReleaseOptions,
  SILENT,
  type Surroundings,
  startRelease,
} from '../fixtures/release.js'
import { describeMongo } from '../support/describeMongo.js'

const RELEASES = fileURLToPath(new URL('../fixtures/releases/', import.meta.url))
const MAIN = BUNDLED.at(-1)!
/** Maximum time until an unanswered lookup is retried, and until due batches are polled. */
const FINISHES_MS = 120_000

type Shape = 'embedded' | 'mongodb'

/** Members of responses about batches since 0.1.0. */
const NEW_IN_BATCHES = 'unknown disposable role distinct charged file deliverable risky mistyped next_step'.split(' ')
const NEW_IN_STATS = ['i', 'u']
const NEW_IN_METADATA = ['normalized_email', 'alias']
const NEW_IN_WEBHOOKS = ['certificate_authority', 'header_names']
const NEW_IN_ATTEMPTS = ['location']
const NEW_IN_ACCOUNTS = ['email_confirmation', 'keep_addresses_days']
const NEW_IN_KEYS = ['scopes', 'networks', 'origins', 'publishable']
const NEW_IN_POOL = ['counted', 'counted_contributions', 'level']
/** Members of which each object of the pool's answers has one. */
const CONTRIBUTIONS = ['contributions', 'total_contributions', 'credits_earned']

/**
 * What has changed since 0.1.0 is left out: standings count only contributions that earned credits, batches count more, keys
 * have scopes, webhooks have headers and an authority, their attempts a location, accounts say whether their address is confirmed
 * and for how long addresses are kept,
 * and downloads are written in the style of the upload.
 */
const comparable = (reads: object): unknown =>
  JSON.parse(JSON.stringify(reads), (_, value: unknown) => {
    if (typeof value === 'string' && /^[^\n]*mp_status/.test(value)) return parse(value)
    if (typeof value === 'string' && value.startsWith('{"day"')) return linesOf(value)
    if (typeof value !== 'object' || value === null) return value
    if ('rank' in value) return without(value, ['contributions', 'unique_contributions', ...NEW_IN_POOL])
    if (CONTRIBUTIONS.some((name) => name in value)) return without(value, NEW_IN_POOL)
    if ('masked' in value) return without(value, NEW_IN_KEYS)
    if ('processed' in value || 'job_id' in value) return without(value, NEW_IN_BATCHES)
    if ('consecutive_failures' in value) return without(value, NEW_IN_WEBHOOKS)
    if ('status_code' in value) return without(value, NEW_IN_ATTEMPTS)
    if ('email_confirmation' in value) return without(value, NEW_IN_ACCOUNTS)
    if ('alias' in value) return without(value, NEW_IN_METADATA)
    return 'eps' in value ? without(value, NEW_IN_STATS) : value
  })

const linesOf = (ndjson: string): unknown[] =>
  ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => without(JSON.parse(line), NEW_IN_POOL))

const without = (value: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

/** Read models that are new or changed since 0.1.0; the service rebuilds them when it starts. */
const CHANGED = /^(batches|pool_days|usage) /

const textOf = (release: string, name: string): string =>
  gunzipSync(readFileSync(join(RELEASES, release, name))).toString()

describe.each(readdirSync(RELEASES))('data of release %s', (release) => {
  describe('in one process', () => continues(release, 'embedded', undefined))
  describeMongo('beside a MongoDB', (server) => {
    continues(release, 'mongodb', server)
    describe('whose first starts were killed', () => survives(release, server))
  })
})

/** Numbers of collections that a killed start had created; the start of a later release's data creates few. */
const killedAfter = (release: string): readonly number[] => (release === '0.1.0' ? [1, 6, 12] : [1, 1])

/** Starts that are killed while they convert and rebuild: the next one continues. */
function survives(release: string, server: string): void {
  const temporary = tempDirectory()
  const database = testDatabase(server)
  const client = new MongoClient(database.url)
  let surroundings: Surroundings

  beforeAll(async () => {
    await buildProgram()
    surroundings = await openSurroundings({ busy: false })
    unpack(join(RELEASES, release, 'data.tar.gz'), temporary.path)
    await restoreMongo(database.url, textOf(release, 'mongodb.json.gz'))
  })

  afterAll(async () => {
    await surroundings.close()
    await client.close()
    await database.drop()
    temporary.remove()
  })

  test('has the same answers, and read models that match its log', async () => {
    const { cast, readAt, reads } = (JSON.parse(textOf(release, 'expected.json.gz')) as { mongodb: Expected }).mongodb
    const options = { main: MAIN, directory: join(temporary.path, 'mongodb'), mongo: database.url, surroundings }
    const names = async () =>
      (await client.db().listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name)
    for (const count of killedAfter(release)) {
      const before = new Set(await names())
      const created = async () => (await names()).filter((name) => !before.has(name)).length
      await killDuringStart(options, readAt, async () => (await created()) >= count)
    }
    const service = await startRelease(options, readAt)
    const answers = await readAll(service.request, cast)
    await service.stop()
    expect(comparable(answers)).toEqual(comparable(reads))
    const models = JSON.parse(await operate(options, readAt, 'projections', 'verify', '--json'))
    expect(models.length).toBeGreaterThan(10)
    for (const { model, different } of models) expect({ model, different }).toEqual({ model, different: [] })
  })
}

/** Each test continues where the previous one ended: data of an old release is opened, read, rebuilt and used. */
function continues(release: string, shape: Shape, server: string | undefined): void {
  const expected = (JSON.parse(textOf(release, 'expected.json.gz')) as { [shape in Shape]: Expected })[shape]
  const { cast, readAt } = expected
  const temporary = tempDirectory()
  const database = server === undefined ? undefined : testDatabase(server)
  let surroundings: Surroundings
  let options: ReleaseOptions
  let service: ProcessService | undefined

  /** The same time in every test, so that nothing has expired. */
  const stop = async (): Promise<void> => {
    await service?.stop()
    service = undefined
  }
  const start = async (): Promise<ProcessService> => {
    // A test that fails does not stop its own.
    await stop()
    service = await startRelease(options, readAt)
    return service
  }

  beforeAll(async () => {
    await buildProgram()
    surroundings = await openSurroundings({ busy: false })
    unpack(join(RELEASES, release, 'data.tar.gz'), temporary.path)
    if (database) await restoreMongo(database.url, textOf(release, 'mongodb.json.gz'))
    options = { main: MAIN, directory: join(temporary.path, shape), mongo: database?.url, surroundings }
  })

  afterAll(async () => {
    await service?.dispose()
    await surroundings.close()
    await database?.drop()
    temporary.remove()
  })

  test('has read models that match its log', async () => {
    expect((await differing()).filter((document) => !CHANGED.test(document))).toEqual([])
  })

  test('answers every account as before', async () => {
    const { request } = await start()
    expect(comparable(await readAll(request, cast))).toEqual(comparable(expected.reads))
    await stop()
  })

  test('has the same read models after a rebuild, and the same answers', async () => {
    await operate(options, readAt, 'projections', 'rebuild', '--all')
    expect(await differing()).toEqual([])
    const { request } = await start()
    expect(comparable(await readAll(request, cast))).toEqual(comparable(expected.reads))
    // From now on the running batch can continue.
    for (const name of SILENT) surroundings.dns.set(name, { MX: [[10, 'mx1.mailproof.net']] })
  })

  test('rejects keys that ended, and accepts those that did not', async () => {
    const { request } = service!
    const status = async (key: string) => (await request('GET', '/v1/accounts/me', { key })).status
    for (const key of [cast.revokedKey, cast.expiredKey, cast.erased.key]) expect(await status(key)).toBe(401)
    for (const { key } of Object.values(cast.accounts)) expect(await status(key)).toBe(200)
  })

  test('replays the response of an earlier idempotent call', async () => {
    const { account, path, headers, body, status, answer } = cast.replay
    const { key } = cast.accounts[account]!
    const again = await service!.request('POST', path, { key, headers, body })
    expect({ status: again.status, body: again.body }).toEqual({ status, body: answer })
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test('delivers a pending webhook, under its id', async () => {
    const { key, webhook, delivery } = cast.pending
    const { request } = service!
    const list = () => request('GET', `/v1/webhooks/${webhook}/deliveries`, { key })
    const isDelivered = ({ id, status }: { id: string; status: string }) => id === delivery && status === 'delivered'
    await eventually(list, ({ body }) => body.deliveries.some(isDelivered), FINISHES_MS)
    expect(surroundings.receiver.requests.filter((text) => text.includes(delivery))).toHaveLength(1)
  })

  test('completes a running batch, and delivers its webhook', async () => {
    const { key, batch } = cast.pending
    const { request } = service!
    const ask = () => request('GET', `/v1/batch/${batch}`, { key })
    const { body } = await eventually(ask, ({ body: { status } }) => status === 'completed', FINISHES_MS)
    expect(body).toMatchObject({ total: SILENT.length, processed: SILENT.length, valid: SILENT.length })
    const isNotified = (text: string) => text.startsWith('POST /busy') && text.includes(batch)
    await eventually(
      () => surroundings.receiver.requests,
      (all) => all.some(isNotified),
    )
  })

  test('accepts new work of every account, and its read models match the log', async () => {
    const { request } = service!
    const verify = (key: string, email: string) => request('POST', '/v1/verify', { key, body: { email } })
    for (const [name, { key }] of Object.entries(cast.accounts)) {
      // Its monthly quota is used up.
      const status = name === 'free' ? 429 : 200
      expect({ name, status: (await verify(key, 'new@explicit.mailproof.net')).status }).toEqual({ name, status })
    }
    expect((await verify(cast.sandboxKey, 'anybody@sandbox.test')).body).toMatchObject({ valid: true })
    expect((await request('POST', '/v1/accounts/create', { body: { email: 'new@example.org' } })).status).toBe(201)
    await stop()
    expect(await differing()).toEqual([])
  })

  async function differing(): Promise<string[]> {
    const output = await operate(options, readAt, 'projections', 'verify', '--json')
    const models = JSON.parse(output) as { model: string; different: string[] }[]
    expect(models.length).toBeGreaterThan(10)
    return models.flatMap(({ model, different }) => different.map((id) => `${model} ${id}`))
  }
}
