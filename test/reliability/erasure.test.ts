// Erasing an account beside a running service: nothing readable remains.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { recordCollections } from '../../src/composition/recordCollections.js'
import type { Stores } from '../../src/composition/stores.js'
import { createGenerations } from '../../src/eventing/generations.js'
import { canonicalJson } from '../../src/kernel/canonicalJson.js'
import { ended, submit, upload } from '../../testbed/callers/batches.js'
import { csvForm } from '../../testbed/callers/multipart.js'
import { hook, REACHABLE } from '../../testbed/callers/webhooks.js'
import { eventually } from '../../testbed/eventually.js'
import { allProjections } from '../../testbed/features/history.js'
import { startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { newSecret } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'
import { openPlace, type Place, type Shape } from '../../testbed/stores/place.js'
import { withStores } from '../../testbed/stores/withStores.js'
import { runCommandLine } from '../support/commandLine.js'
import { describeMongo } from '../support/describeMongo.js'
import { copyAll, copyLog, readEverything } from './copies.js'

/** A unique name, ignoring case. */
const CANARY = 'canary.of.the.mine'
const DOMAIN = 'explicit.mailproof.net'
const SINGLE = 10
const BATCH = 40
const UPLOAD = 50
/** The definition of a collection of operational records: without it, the adapter would not know its times. */
const recordsNamed = (name: string) => recordCollections.find((each) => each.name === name) ?? { name }

/** Records outside of the read models, by owner. */
const OWNED = ['deliveries', 'delivery_contents', 'webhook_health', 'idempotency']
/** A name whose DNS never answers: a batch of it takes too long to complete by itself. */
const SILENT_FOR_MS = '60000'

/** The data of the service, and copies of it. */
const NAMES = ['data', 'backup', 'backup-and-log', 'log', 'older-log'] as const
type Name = (typeof NAMES)[number]

describe('in one directory', () => erasure('lmdb'))
describeMongo('in a directory and MongoDB', (server) => erasure('mongodb', server))

function erasure(shape: Shape, mongo?: string): void {
  let places: Record<Name, Place>
  let target: Awaited<ReturnType<typeof startAcceptingReceiver>>
  let api: InProcessService
  let ada: { id: string; key: string }
  let bob: { id: string; key: string }
  /** The ids of ada's keys. */
  let keys: readonly string[]
  /** One of bob's batches. */
  let list: string
  /** Data of other accounts, just before the erasure. */
  let others: string

  const env = (name: Name) => ({ ...places[name].settings, ...REACHABLE, DNS_TIMEOUT_MS: SILENT_FOR_MS })
  const open = (name: Name) => start({ env: env(name) })

  beforeAll(async () => {
    const servers = { mongo, secret: newSecret() }
    const opened = NAMES.map(async (name) => [name, await openPlace(shape, servers)] as const)
    places = Object.fromEntries(await Promise.all(opened)) as typeof places
    target = await startAcceptingReceiver(503)
    api = await open('data')
    ada = await api.account({ plan: 'growth' })
    bob = await api.account({ plan: 'growth' })
    await fill()
    await api.stopService()
    await copyAll(places.data, places.backup)
    await api.stop()
    api = await open('data')
    others = await storesOf('data', (stores) => keptOfOthers(stores))
  })
  afterAll(async () => {
    // Already stopped by the last test, unless that failed.
    await api?.stop().catch(() => {})
    await target.close()
    for (const place of Object.values(places)) await place.remove()
  })

  /** A hundred addresses of one account, in all places that store addresses; and some of another account. */
  async function fill(): Promise<void> {
    let made = 0
    const addresses = (count: number) => Array.from({ length: count }, () => `${CANARY}-${made++}@${DOMAIN}`)
    const share_signals = true
    await hook(api, ada.key, target.url)
    const singles = addresses(SINGLE)
    const verify = async (key: string, email: string) =>
      expect((await api.call('verifyEmail', { key, body: { email, share_signals } })).status).toBe(200)
    for (const email of singles) await verify(ada.key, email)
    for (const email of singles.slice(0, 5)) {
      for (const { key } of [ada, bob]) await verify(key, email.replace(CANARY, 'someone'))
    }
    await api.call('verifyBatch', { key: ada.key, body: { emails: addresses(BATCH), share_signals } })
    const { body, headers } = csvForm(`email\n${addresses(UPLOAD).join('\n')}\n`, { webhook_url: target.url })
    const idempotent = { ...headers, 'Idempotency-Key': `${CANARY}-upload` }
    const { job_id } = (await api.call('uploadBulk', { key: ada.key, body, headers: idempotent })).body
    await api.call('generateKey', { key: ada.key, body: { name: CANARY }, headers: { 'Idempotency-Key': 'another' } })
    expect(made).toBe(100)
    keys = (await api.call('listKeys', { key: ada.key })).body.keys.map(({ id }: { id: string }) => id)
    await submit(api, ada.key, ['a@timeout.mailproof.net', 'b@timeout.mailproof.net'])
    list = await upload(api, bob.key, `email\nsomeone@${DOMAIN}\n`)
    await ended(api, ada.key, job_id)
    await ended(api, bob.key, list)
    await eventually(
      () => target.requests.length,
      (count) => count >= 5,
    )
    await api.service.container.eventing.waitForPosition(
      await api.service.container.eventing.head(),
      api.service.container.projections.names,
    )
  }

  /** The stores, as someone with access to all of them can open them. */
  const storesOf = <T>(name: Name, use: (stores: Stores) => Promise<T>) => withStores(places[name].settings, use)

  /** Every text anywhere that is long enough to be sealed, and what of it opens as ada's. */
  async function sealedIn(name: Name): Promise<{ readonly texts: number; readonly opened: string[] }> {
    const found = new Set<string>()
    const see = (text: string) => {
      for (const [part] of text.matchAll(/[A-Za-z0-9_-]{48,}/g)) found.add(part)
    }
    await readEverything(places[name], see)
    return storesOf(name, async ({ events, documents, vault }) => {
      for await (const { data } of events.readAll()) see(JSON.stringify(data))
      see(await kept(documents, () => true))
      const opened: string[] = []
      for (const text of found) {
        const plain = await vault.open(ada.id, text).catch(() => undefined)
        if (plain !== undefined) opened.push(plain)
      }
      return { texts: found.size, opened }
    })
  }

  /** The current documents of all read models and records. */
  async function kept(
    documents: Stores['documents'],
    wanted: (document: { readonly owner?: unknown }) => boolean,
  ): Promise<string> {
    const generations = createGenerations(documents)
    const lines: string[] = []
    for (const projection of allProjections) {
      for await (const stored of (await generations.live(projection)).generation.collection.all())
        if (wanted(stored.document)) lines.push(canonicalJson([projection.name, stored]))
    }
    for (const name of OWNED) {
      for await (const stored of documents.collection(recordsNamed(name)).all())
        if (wanted(stored.document)) lines.push(canonicalJson([name, stored]))
    }
    for await (const { id } of documents.collection({ name: 'key_uses' }).all())
      if (keys.includes(id) && wanted({ owner: ada.id })) lines.push(id)
    return lines.join('\n')
  }
  const keptOfAda = ({ documents }: Stores) => kept(documents, ({ owner }) => owner === ada.id)
  const keptOfOthers = ({ documents }: Stores) => kept(documents, ({ owner }) => owner !== ada.id)

  /** The owners of all blobs. */
  async function ownersOfBlobs({ blobs }: Stores): Promise<Set<string>> {
    const owners = new Set<string>()
    for await (const { owner } of blobs.all()) owners.add(owner)
    return owners
  }

  /** For both of ada's. */
  async function endedBatches({ events }: Stores): Promise<number> {
    let count = 0
    for await (const { data } of events.readAll({ types: new Set(['BatchCompleted', 'BatchCancelled']) }))
      if ((data as { account: string }).account === ada.id) count++
    return count
  }

  /** No readable data of ada's remains, and the log contains the erasure. */
  async function expectForgotten(name: Name): Promise<void> {
    await readEverything(places[name], (bytes, where) =>
      expect({ where, inPlain: bytes.toLowerCase().includes(CANARY) }).toEqual({ where, inPlain: false }),
    )
    const { texts, opened } = await sealedIn(name)
    expect(texts).toBeGreaterThan(0)
    expect(opened).toEqual([])
    await storesOf(name, async (stores) => {
      expect(await keptOfAda(stores)).toBe('')
      expect(await ownersOfBlobs(stores)).not.toContain(ada.id)
      let erased = 0
      for await (const { data } of stores.events.readAll({ types: new Set(['AccountErased']) }))
        if ((data as { account: string }).account === ada.id) erased++
      expect(erased).toBe(1)
    })
  }

  const statusOf = async (key: string) => (await api.request('GET', '/v1/accounts/me', { key })).status
  const bobsList = async () => (await api.call('downloadBatch', { key: bob.key, params: { batchId: list } })).text

  describe('an account erased beside a running service', () => {
    test('had addresses in sealed data that was readable with all files', async () => {
      const { opened } = await sealedIn('backup')
      expect(opened.filter((text) => text.includes(CANARY)).length).toBeGreaterThan(SINGLE)
      expect(await storesOf('backup', ownersOfBlobs)).toEqual(new Set([ada.id, bob.id]))
      const before = await storesOf('backup', keptOfAda)
      for (const name of [...OWNED, 'leaderboard', 'contributions', 'api_keys']) expect(before).toContain(`["${name}",`)
      expect(before).toContain(keys[0])
    })

    test('requires confirmation: without a terminal nothing happens', async () => {
      const { code, stderr } = await runCommandLine(['accounts', 'erase', ada.id], env('data'))
      expect(code).toBe(2)
      expect(stderr).toContain('--yes')
      expect(await statusOf(ada.key)).toBe(200)
    })

    test('that is unknown is reported in one clear line', async () => {
      const unknown = bob.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
      const { code, stderr } = await runCommandLine(['accounts', 'erase', unknown, '--yes'], env('data'))
      expect({ code, stderr }).toEqual({ code: 1, stderr: 'mailproof: There is no such account.\n' })
    })

    test('has no valid keys after five seconds; responses to others are unchanged to the last byte', async () => {
      const content = await bobsList()
      expect(content).toContain(`someone@${DOMAIN}`)
      const { code, stdout } = await runCommandLine(['accounts', 'erase', ada.id, '--yes', '--json'], env('data'))
      expect({ code, printed: JSON.parse(stdout) }).toEqual({
        code: 0,
        printed: { account: ada.id, outcome: 'erased' },
      })
      const began = Date.now()
      await eventually(
        () => statusOf(ada.key),
        (status) => status === 401,
      )
      // A margin of five seconds for a slow machine.
      expect(Date.now() - began).toBeLessThan(10_000)
      expect(await statusOf(bob.key)).toBe(200)
      const graphql = { query: '{ me { id } }' }
      expect((await api.request('POST', '/graphql', { key: ada.key, body: graphql })).text).toContain('INVALID_API_KEY')
      expect(await storesOf('data', keptOfOthers)).toBe(others)
      expect(await bobsList()).toBe(content)
      const again = await runCommandLine(['accounts', 'erase', ada.id, '--yes', '--json'], env('data'))
      expect(JSON.parse(again.stdout)).toMatchObject({ outcome: 'already_erased' })
    })

    test('leaves read models that match the log, and are byte-identical after a rebuild', async () => {
      const { verify, rebuild, names } = api.service.container.projections
      expect((await verify(names)).filter(({ different }) => different.length > 0)).toEqual([])
      const all = () => storesOf('data', ({ documents }) => kept(documents, () => true))
      const before = await all()
      await rebuild(names)
      expect(await all()).toBe(before)
    })

    test('has no unfinished batch any more', async () => {
      expect(await storesOf('backup', endedBatches)).toBe(1)
      expect(await storesOf('data', endedBatches)).toBe(2)
    })

    test('is in no file, document or blob that anyone can decrypt', async () => {
      await api.stop()
      await expectForgotten('data')
    })
  })

  describe('a service that starts', () => {
    test.each<[string, Name, () => Promise<void> | void]>([
      [
        'on a backup from before the erasure, with the newer log',
        'backup-and-log',
        async () => {
          await copyAll(places.backup, places['backup-and-log'])
          copyLog(places.data, places['backup-and-log'])
        },
      ],
      ['on the log alone', 'log', () => copyLog(places.data, places.log)],
      [
        'on a log from before the erasure, with newer stores',
        'older-log',
        async () => {
          await copyAll(places.data, places['older-log'])
          copyLog(places.backup, places['older-log'])
        },
      ],
    ])('%s erases again before it accepts requests', async (_, name, restore) => {
      await restore()
      // A part is missing, or older than the rest.
      const accepted = await runCommandLine(['accept-loss', '--yes'], env(name))
      expect([accepted.code, accepted.stdout]).toEqual([0, expect.stringMatching(/^(Accepted|Nothing is lost)/)])
      api = await open(name)
      expect(await statusOf(ada.key)).toBe(401)
      expect(await statusOf(bob.key)).toBe(200)
      await api.stop()
      await expectForgotten(name)
    })
  })
}
