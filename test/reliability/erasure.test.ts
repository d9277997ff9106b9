import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openDataDirectory } from '../../src/adapters/dataDirectory/dataDirectory.js'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import { createGenerations } from '../../src/eventing/generations.js'
import { canonicalJson } from '../../src/kernel/canonicalJson.js'
import { systemClock } from '../../src/kernel/clock.js'
import type { DocumentStore } from '../../src/kernel/ports/documentStore.js'
import { runCommandLine } from '../support/commandLine.js'
import { eventually } from '../support/eventually.js'
import { allProjections } from '../support/history.js'
import { csvForm } from '../support/multipart.js'
import { startService, type TestService } from '../support/service.js'
import { tempDirectory } from '../support/tempDirectory.js'
import { hook, REACHABLE, startTarget } from '../support/webhooks.js'

/** Nothing else is called so, in whatever case. */
const CANARY = 'canary.of.the.mine'
const DOMAIN = 'explicit.mailproof.net'
const SINGLE = 20
const BATCH = 480
const UPLOAD = 500

const scratch = tempDirectory()
const path = (name: string) => join(scratch.path, name)
const env = (name: string) => ({ DATA_DIR: path(name), ...REACHABLE })

let target: Awaited<ReturnType<typeof startTarget>>
let api: TestService
let ada: { id: string; key: string }
let bob: { id: string; key: string }
/** The ids of ada's keys. */
let keys: readonly string[]
/** What was kept of others, just before. */
let others: string
beforeAll(async () => {
  target = await startTarget(503)
  api = await startService({ env: env('data') })
  ada = await api.account({ plan: 'growth' })
  bob = await api.account({ plan: 'growth' })
  await fill()
  await api.stopService()
  cpSync(path('data'), path('backup'), { recursive: true })
  await api.stop()
  api = await startService({ env: env('data') })
  others = await withStores('data', ({ documents }) => kept(documents, ({ owner }) => owner !== ada.id))
}, 120_000)
afterAll(async () => {
  // The last test has stopped it already, unless it failed.
  await api.stop().catch(() => {})
  await target.close()
  scratch.remove()
})

/** A thousand addresses of one account, in all the places where addresses go; and some of another's. */
async function fill(): Promise<void> {
  let made = 0
  const addresses = (count: number) => Array.from({ length: count }, () => `${CANARY}-${made++}@${DOMAIN}`)
  const share_signals = true
  await hook(api, ada.key, target.url)
  const singles = addresses(SINGLE)
  for (const email of singles) await api.call('verifyEmail', { key: ada.key, body: { email, share_signals } })
  for (const email of singles.slice(0, 5)) {
    const shared = { email: email.replace(CANARY, 'someone'), share_signals }
    for (const { key } of [ada, bob]) await api.call('verifyEmail', { key, body: shared })
  }
  await api.call('verifyBatch', { key: ada.key, body: { emails: addresses(BATCH), share_signals } })
  const { body, headers } = csvForm(`email\n${addresses(UPLOAD).join('\n')}\n`, { webhook_url: target.url })
  const idempotent = { ...headers, 'Idempotency-Key': `${CANARY}-upload` }
  const { job_id } = (await api.call('uploadBulk', { key: ada.key, body, headers: idempotent })).body
  await api.call('generateKey', { key: ada.key, body: { name: CANARY }, headers: { 'Idempotency-Key': 'another' } })
  expect(made).toBe(1_000)
  keys = (await api.call('listKeys', { key: ada.key })).body.keys.map(({ id }: { id: string }) => id)
  await eventually(
    () => api.call('getBatch', { key: ada.key, params: { batchId: job_id } }),
    ({ body }) => body.status === 'completed',
  )
  await eventually(
    () => target.requests.length,
    (count) => count >= 5,
  )
  await api.service.house.eventing.follow(await api.service.house.eventing.head(), api.service.house.projections.names)
}

interface Opened {
  readonly documents: DocumentStore
  readonly sealed: () => Promise<{ readonly texts: number; readonly opened: string[] }>
  readonly erasedInLog: () => Promise<number>
}

/** The stores of a directory, as whoever has all of its files may open them. */
async function withStores<T>(name: string, use: (opened: Opened) => Promise<T>): Promise<T> {
  const { paths, secret } = openDataDirectory(path(name), { hold: false })
  const documents = createLmdbDocumentStore({ path: paths.documents })
  const events = createLmdbEventStore({ path: paths.events, clock: systemClock })
  const vault = createLmdbVault({ path: paths.vault, rootKey: secret })
  try {
    return await use({ documents, sealed, erasedInLog })
  } finally {
    await Promise.all([documents.close(), events.close(), vault.close()])
  }

  /** Every text in events, documents and blobs that is long enough to be sealed, and what of it opens as ada's. */
  async function sealed() {
    const found = new Set<string>()
    const see = (text: string) => {
      for (const [part] of text.matchAll(/[A-Za-z0-9_-]{48,}/g)) found.add(part)
    }
    for await (const { data } of events.readAll()) see(JSON.stringify(data))
    see(await kept(documents, () => true))
    for (const file of filesIn(paths.blobs)) see(readFileSync(file, 'latin1'))
    const opened: string[] = []
    for (const text of found) {
      const plain = await vault.open(ada.id, text).catch(() => undefined)
      if (plain !== undefined) opened.push(plain)
    }
    return { texts: found.size, opened }
  }

  async function erasedInLog(): Promise<number> {
    let count = 0
    for await (const { data } of events.readAll({ types: new Set(['AccountErased']) }))
      if ((data as { account: string }).account === ada.id) count++
    return count
  }
}

const OWNED = ['deliveries', 'delivery_contents', 'webhook_health', 'idempotency']

/** Documents of all models and records, as they stand. */
async function kept(
  documents: DocumentStore,
  wanted: (document: { readonly owner?: unknown }) => boolean,
): Promise<string> {
  const generations = createGenerations(documents)
  const lines: string[] = []
  for (const projection of allProjections) {
    for await (const stored of (await generations.live(projection)).generation.collection.all())
      if (wanted(stored.document)) lines.push(canonicalJson([projection.name, stored]))
  }
  for (const name of OWNED) {
    for await (const stored of documents.collection({ name }).all())
      if (wanted(stored.document)) lines.push(canonicalJson([name, stored]))
  }
  for await (const { id } of documents.collection({ name: 'key_uses' }).all())
    if (keys.includes(id) && wanted({ owner: ada.id })) lines.push(id)
  return lines.join('\n')
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Nothing of ada's is there that anybody could read, and the log says why. */
async function expectForgotten(name: string): Promise<void> {
  const inPlain = filesIn(path(name)).filter((file) => readFileSync(file, 'latin1').toLowerCase().includes(CANARY))
  expect(inPlain).toEqual([])
  expect(filesIn(path(`${name}/blobs`))).toEqual([])
  await withStores(name, async ({ documents, sealed, erasedInLog }) => {
    expect(await kept(documents, ({ owner }) => owner === ada.id)).toBe('')
    const { texts, opened } = await sealed()
    expect(texts).toBeGreaterThan(0)
    expect(opened).toEqual([])
    expect(await erasedInLog()).toBe(1)
  })
}

const statusOf = async (key: string) => (await api.request('GET', '/v1/accounts/me', { key })).status

describe('an account that is erased beside a running service', () => {
  test('had addresses in what is sealed: whoever has all the files can read them', async () => {
    await withStores('backup', async ({ sealed }) => {
      const { opened } = await sealed()
      expect(opened.filter((text) => text.includes(CANARY)).length).toBeGreaterThan(SINGLE)
    })
    expect(filesIn(path('backup/blobs')).length).toBeGreaterThan(0)
    const before = await withStores('backup', ({ documents }) => kept(documents, ({ owner }) => owner === ada.id))
    for (const name of [...OWNED, 'leaderboard', 'contributions', 'api_keys']) expect(before).toContain(`["${name}",`)
    expect(before).toContain(keys[0])
  })

  test('asks first: with nobody to ask nothing happens', async () => {
    const { code, stderr } = await runCommandLine(['accounts', 'erase', ada.id], env('data'))
    expect(code).toBe(2)
    expect(stderr).toContain('--yes')
    expect(await statusOf(ada.key)).toBe(200)
  })

  test('that never was is one clear line', async () => {
    const unknown = bob.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    const { code, stderr } = await runCommandLine(['accounts', 'erase', unknown, '--yes'], env('data'))
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'mailproof: There is no such account.\n' })
  })

  test('has no keys any more within five seconds; others notice nothing, to the last byte', async () => {
    const { code, stdout } = await runCommandLine(['accounts', 'erase', ada.id, '--yes', '--json'], env('data'))
    expect({ code, told: JSON.parse(stdout) }).toEqual({ code: 0, told: { account: ada.id, outcome: 'erased' } })
    const began = Date.now()
    await eventually(
      () => statusOf(ada.key),
      (status) => status === 401,
    )
    expect(Date.now() - began).toBeLessThan(5_000)
    expect(await statusOf(bob.key)).toBe(200)
    const graphql = { query: '{ me { id } }' }
    expect((await api.request('POST', '/graphql', { key: ada.key, body: graphql })).text).toContain('INVALID_API_KEY')
    expect(await withStores('data', ({ documents }) => kept(documents, ({ owner }) => owner !== ada.id))).toBe(others)
    const again = await runCommandLine(['accounts', 'erase', ada.id, '--yes', '--json'], env('data'))
    expect(JSON.parse(again.stdout)).toMatchObject({ outcome: 'was erased already' })
  })

  test('leaves read models that are what the log says', async () => {
    const { verify, names } = api.service.house.projections
    expect((await verify(names)).filter(({ different }) => different.length > 0)).toEqual([])
  })

  test('is in no file, document or blob that anybody can read', async () => {
    await api.stop()
    await expectForgotten('data')
  })
})

describe('a service that starts', () => {
  test.each<[string, string, () => void]>([
    [
      'on a backup from before the erasure, with the newer log',
      'backup-and-log',
      () => {
        cpSync(path('backup'), path('backup-and-log'), { recursive: true })
        cpSync(path('data/events.mdb'), path('backup-and-log/events.mdb'))
      },
    ],
    [
      'on the log alone',
      'log',
      () => {
        for (const file of ['format.json', 'secret.key', 'events.mdb'])
          cpSync(path(`data/${file}`), path(`log/${file}`))
      },
    ],
    [
      'on a log from before the erasure, with newer stores',
      'older-log',
      () => {
        cpSync(path('data'), path('older-log'), { recursive: true })
        cpSync(path('backup/events.mdb'), path('older-log/events.mdb'))
      },
    ],
  ])(
    '%s forgets again before it answers',
    async (_, name, restore) => {
      restore()
      for (const file of filesIn(path(name))) if (file.endsWith('-lock')) rmSync(file)
      api = await startService({ env: env(name) })
      expect(await statusOf(ada.key)).toBe(401)
      expect(await statusOf(bob.key)).toBe(200)
      await api.stop()
      await expectForgotten(name)
    },
    60_000,
  )
})
