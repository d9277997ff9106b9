// Updates and rollbacks of lists, the job that makes them, and how a process follows them; without a network.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createLmdbDocumentStore } from '../../../src/adapters/documents/lmdb/documentStore.js'
import { createOutbound } from '../../../src/adapters/outbound/outbound.js'
import { readTableHeader } from '../../../src/features/verification/engine/lists/file.js'
import { loadLists } from '../../../src/features/verification/engine/lists/loadLists.js'
import { createListFollower } from '../../../src/features/verification/lists/follower.js'
import { describeLists } from '../../../src/features/verification/lists/status.js'
import { createListStore, type ListStore } from '../../../src/features/verification/lists/store.js'
import { prepareCandidate } from '../../../src/features/verification/lists/update/candidate.js'
import { prepareApart } from '../../../src/features/verification/lists/update/prepareApart.js'
import { createUpdateJob } from '../../../src/features/verification/lists/updateJob.js'
import { createListUpdates, type ListUpdates } from '../../../src/features/verification/lists/updates.js'
import { dayOf } from '../../../src/features/verification/lists/versions.js'
import { iso } from '../../../src/kernel/clock.js'
import { silentLog } from '../../../src/kernel/log.js'
import type { DocumentStore } from '../../../src/kernel/ports/documentStore.js'
import { eventually } from '../../../testbed/eventually.js'
import { changedLists } from '../../../testbed/lists/listFiles.js'
import { offeredPackages } from '../../../testbed/lists/npmPackages.js'
import { startRegistry, type TestRegistry } from '../../../testbed/lists/registry.js'
import { tempDirectory } from '../../../testbed/tempDirectory.js'

const embedded = loadLists()
const HOUR_MS = 3_600_000
const START = Date.UTC(2030, 0, 2)
const resolver = {
  a: async () => ({ outcome: 'no_name' as const, ttl: 0 }),
  aaaa: async () => ({ outcome: 'no_name' as const, ttl: 0 }),
}
const made = new Map<string, Buffer>()
/** A list file with one more domain. */
function plus(name: string): Buffer {
  const file = made.get(name) ?? changedLists((lines) => [...lines, `${name} d`])
  made.set(name, file)
  return file
}

let registry: TestRegistry
let directory: ReturnType<typeof tempDirectory>
let documents: DocumentStore
let store: ListStore
let updates: ListUpdates
let now: number
const mirror = createOutbound({ resolver, allowedSubnets: ['127.0.0.0/8'] })
const public_ = createOutbound({ resolver, allowedSubnets: [] })

beforeAll(async () => {
  registry = await startRegistry()
})
afterAll(() => Promise.all([registry.close(), mirror.close(), public_.close()]))
beforeEach(() => {
  directory = tempDirectory()
  documents = createLmdbDocumentStore({ path: join(directory.path, 'documents.mdb') })
  store = createListStore({ documents })
  now = START
  updates = createListUpdates({
    store,
    get: mirror.get,
    clock: { now: () => now },
    log: silentLog,
    prepare: prepareQuickly,
  })
  registry.requested.length = 0
})
afterEach(async () => {
  await documents.close()
  directory.remove()
})

/** In this process, and without the checks of a file, which have tests of their own; but for a hostile one. */
const prepareQuickly: typeof prepareApart = async (task) => {
  const { material, installed, today } = task
  if ('packages' in material) return prepareCandidate(material, installed && Buffer.from(installed), today)
  const content = Buffer.from(material.file)
  if (content.includes('\nmicrosoft.com d\n')) return prepareApart(task)
  const { version, sources, domainCount: domains } = readTableHeader(content)
  return { version, sources, domains, added: 1, removed: 0, content }
}

/** Path of that file. */
function fileWith(name: string): string {
  const path = join(directory.path, `${name}.txt`)
  writeFileSync(path, plus(name))
  return path
}

const update = (from: string, automatic = false) => updates.update({ from, automatic })
const status = () => describeLists(store, { now: () => now })

describe('an update', () => {
  test('from a registry installs the newest packages, then finds nothing newer without downloading them again', async () => {
    registry.offer(offeredPackages('99.0.0', (domains) => [...domains, 'brand-new-trash.net']))
    const updated = await update(registry.url)
    expect(updated).toMatchObject({ outcome: 'updated', added: 1, removed: 0 })
    expect((await store.read(updated.version)).includes('\nbrand-new-trash.net d\n')).toBe(true)
    registry.requested.length = 0
    now += HOUR_MS
    expect(await update(`${registry.url}/`)).toEqual({ outcome: 'unchanged', version: updated.version })
    expect(registry.requested.filter((path) => path.endsWith('.tgz'))).toEqual([])
    expect(await status()).toMatchObject({
      ...{ version: updated.version, origin: 'update', previous: embedded.version, failure: null },
      checkedAt: new Date(now).toISOString(),
    })
  })

  test('to the packages of the release changes nothing', async () => {
    registry.offer(offeredPackages())
    expect(await update(registry.url)).toEqual({ outcome: 'unchanged', version: embedded.version })
  })

  test.each<[string, () => void, RegExp]>([
    [
      'another integrity',
      () => registry.offer(offeredPackages('99.0.0'), { integrity: 'sha512-AAAA' }),
      /has not the integrity/,
    ],
    [
      'a weak integrity only',
      () => registry.offer(offeredPackages('99.0.0'), { integrity: 'sha1-AAAA' }),
      /has not the integrity/,
    ],
    ['no integrity', () => registry.offer(offeredPackages('99.0.0'), { integrity: null }), /dist\.integrity/],
    [
      'a tarball elsewhere',
      () => registry.offer(offeredPackages('99.0.0'), { tarball: 'http://169.254.169.254/x.tgz' }),
      /another host/,
    ],
    ['a manifest that is none', () => registry.put('/mailchecker/latest', Buffer.from('<html>')), /does not describe/],
  ])('from a registry with %s is refused', async (_, prepare, reason) => {
    registry.offer(offeredPackages())
    prepare()
    expect(await update(registry.url)).toMatchObject({
      ...{ outcome: 'refused', version: embedded.version, reason: expect.stringMatching(reason) },
    })
    expect((await status()).failure).toMatchObject({ kind: 'refused', reason: expect.stringMatching(reason) })
  })

  test.each([
    ['a registry that does not exist', () => 'http://registry.invalid', /does not exist in DNS/],
    ['a registry without the package', () => `${registry.url}/nowhere`, /responded with 404/],
    ['a file that does not exist', () => join(directory.path, 'none.txt'), /none\.txt cannot be read \(ENOENT\)/],
  ])('from %s leaves a line', async (_, from, reason) =>
    expect(await update(from())).toMatchObject({
      ...{ outcome: 'unreachable', version: embedded.version, reason: expect.stringMatching(reason) },
    }),
  )

  test('reaches no private address without the operator’s leave', async () => {
    const byDefault = createListUpdates({ store, get: public_.get, clock: { now: () => now }, log: silentLog })
    expect(await byDefault.update({ from: registry.url, automatic: true })).toMatchObject({
      ...{ outcome: 'unreachable', reason: expect.stringMatching(/not on the public internet/) },
    })
    expect(registry.requested).toEqual([])
  })

  test('reads no more than a list file may have', async () => {
    registry.put('/lists.txt', Buffer.alloc(65_000_000, 'a'))
    expect(await update(`${registry.url}/lists.txt`)).toMatchObject({
      ...{ outcome: 'unreachable', reason: expect.stringMatching(/larger than 64000000 bytes/) },
    })
  })

  test('that is refused leaves the version before in use, and says so until one succeeds', async () => {
    const { version } = await update(fileWith('trash-one.net'))
    registry.put('/hostile.txt', plus('microsoft.com'))
    expect(await update(`${registry.url}/hostile.txt`)).toMatchObject({ outcome: 'refused', version })
    expect(await status()).toMatchObject({ version, failure: { reason: expect.stringMatching(/microsoft\.com/) } })
    await update(fileWith('trash-two.net'))
    expect((await status()).failure).toBeNull()
  })

  test('keeps the version before, and deletes what was before that', async () => {
    const versions = []
    for (const name of ['trash-one.net', 'trash-two.net', 'trash-three.net'])
      versions.push((await update(fileWith(name))).version)
    expect(await Promise.all(versions.map(async (version) => (await store.describe(version)) !== undefined))).toEqual([
      ...[false, true, true],
    ])
  })

  test('replaces a damaged version', async () => {
    const { version } = await update(fileWith('trash-one.net'))
    await documents.collection({ name: 'list_contents' }).drop()
    expect(await update(fileWith('trash-one.net'))).toMatchObject({ outcome: 'updated', version })
    expect((await store.read(version)).includes('trash-one.net')).toBe(true)
  })
})

describe('a rollback', () => {
  test('goes back to the version before, and automatic updates do not install the other again', async () => {
    const one = await update(fileWith('trash-one.net'))
    const two = await update(fileWith('trash-two.net'))
    expect(await updates.rollBack()).toEqual({ version: one.version, withdrawn: two.version })
    expect(await status()).toMatchObject({ version: one.version, previous: null })
    expect(await update(fileWith('trash-two.net'), true)).toEqual({ outcome: 'unchanged', version: one.version })
    expect(await update(fileWith('trash-two.net'))).toMatchObject({ outcome: 'updated', version: two.version })
  })

  test('keeps the time of the last check, and checks that find the other again clear a failure, but not the age', async () => {
    await update(fileWith('trash-one.net'))
    await update(fileWith('trash-two.net'))
    now += HOUR_MS
    await updates.rollBack()
    const currentAt = Date.parse(dayOf(embedded.version))
    expect(await status()).toMatchObject({ checkedAt: iso(START), currentAt })
    await update('http://registry.invalid', true)
    expect((await status()).failure).not.toBeNull()
    now += HOUR_MS
    await update(fileWith('trash-two.net'), true)
    expect(await status()).toMatchObject({ failure: null, checkedAt: iso(START + 2 * HOUR_MS), currentAt })
    await update(fileWith('trash-one.net'), true)
    expect((await status()).currentAt).toBe(now)
  })

  test('goes back to the release, and no further', async () => {
    await expect(updates.rollBack()).rejects.toThrow(/no earlier version/)
    const { version } = await update(fileWith('trash-one.net'))
    expect(await updates.rollBack()).toEqual({ version: embedded.version, withdrawn: version })
    await expect(updates.rollBack()).rejects.toThrow(/no earlier version/)
  })
})

describe('the job', () => {
  const run = { signal: new AbortController().signal }
  const jobFrom = (from: string) =>
    createUpdateJob({ store, updates, from, intervalMs: 24 * HOUR_MS, clock: { now: () => now }, count: () => {} })

  test('updates at its interval after the last check, also if a command made that', async () => {
    const job = jobFrom(fileWith('trash-one.net'))
    expect(await job('all', run)).toEqual({ again: START + 24 * HOUR_MS })
    expect((await status()).origin).toBe('update')
    now += HOUR_MS
    await update(fileWith('trash-two.net'))
    expect(await job('all', run)).toEqual({ again: START + 25 * HOUR_MS })
  })

  test('updates although the last check was by a clock that was a year ahead', async () => {
    const job = jobFrom(fileWith('trash-one.net'))
    now += 365 * 24 * HOUR_MS
    await update(fileWith('trash-one.net'))
    now = START
    expect(await job('all', run)).toEqual({ again: START + 24 * HOUR_MS })
    expect((await status()).checkedAt).toBe(iso(START))
  })

  test('leaves no age of the future after a clock that was ahead, without a network too', async () => {
    now += 365 * 24 * HOUR_MS
    registry.offer(offeredPackages('99.0.0', (domains) => [...domains, 'brand-new-trash.net']))
    await update(registry.url)
    now = START
    await jobFrom('http://registry.invalid')('all', run)
    expect((await status()).currentAt).toBe(Date.parse(dayOf(embedded.version)))
  })

  test('checks at its interval after a rollback, too', async () => {
    await update(fileWith('trash-one.net'))
    await updates.rollBack()
    const job = jobFrom(fileWith('trash-one.net'))
    expect(await job('all', run)).toEqual({ again: START + 24 * HOUR_MS })
    now += 25 * HOUR_MS
    await job('all', run)
    now += HOUR_MS
    expect(await job('all', run)).toEqual({ again: START + 49 * HOUR_MS })
  })

  test('does not try what was refused again before its interval, however often a worker starts', async () => {
    registry.put('/hostile.txt', plus('microsoft.com'))
    const start = () => jobFrom(`${registry.url}/hostile.txt`)('all', run)
    expect(await start()).toEqual({ again: START + 24 * HOUR_MS })
    now += HOUR_MS
    registry.requested.length = 0
    expect(await start()).toEqual({ again: START + 24 * HOUR_MS })
    expect(registry.requested).toEqual([])
    now += 23 * HOUR_MS
    await start()
    expect(registry.requested).not.toEqual([])
  })

  test('tries again after an hour without a network', async () =>
    expect(await jobFrom('http://registry.invalid')('all', run)).toEqual({ again: START + HOUR_MS }))
})

describe('a process', () => {
  const using = (): { lists: typeof embedded; follow: ReturnType<typeof createListFollower> } => {
    const used = { lists: embedded }
    const engine = { setLists: (lists: typeof embedded) => void Object.assign(used, { lists }) }
    const deny = join(directory.path, 'deny.txt')
    const follow = createListFollower({
      store,
      embedded,
      engine,
      paths: { allow: undefined, deny },
      clock: { now: () => now },
      log: silentLog,
    })
    return Object.assign(used, { follow })
  }
  const denied = (text: string) => writeFileSync(join(directory.path, 'deny.txt'), text)

  test('starts with the installed version and the operator’s entries', async () => {
    denied('denied.example')
    const { version } = await update(fileWith('trash-one.net'))
    const used = using()
    await used.follow.start()
    expect(used.follow.inUse()).toEqual({ version, currentAt: START, problems: [] })
    expect(used.lists.domainFacts('trash-one.net').disposable).toBeDefined()
    expect(used.lists.domainFacts('denied.example').operator).toEqual({ list: 'deny', entry: 'denied.example' })
    await used.follow.stop()
  })

  test('that starts with a mistake in a file uses the other lines, and names the place', async () => {
    denied('denied.example\nad@example.com\n')
    const used = using()
    await used.follow.start()
    expect(used.lists.domainFacts('denied.example').operator).toBeDefined()
    expect(used.follow.inUse().problems).toEqual([
      expect.stringMatching(/^LISTS_DENY_FILE: \/.*deny\.txt:2:3: This is an address/),
    ])
    await used.follow.stop()
  })

  test('keeps what it has if the installed version is damaged', async () => {
    denied('')
    const { version } = await update(fileWith('trash-one.net'))
    await documents.collection({ name: 'list_contents' }).drop()
    const used = using()
    await used.follow.start()
    expect(used.follow.inUse()).toMatchObject({
      version: embedded.version,
      problems: [expect.stringContaining(version)],
    })
    await used.follow.stop()
  })

  test('has no problem once a damaged version is rolled back to the one that it uses', async () => {
    denied('')
    const { version } = await update(fileWith('trash-one.net'))
    const used = using()
    await used.follow.start()
    await store.replace(await store.load(), { current: '2030-01-01.aaaaaaaaaaaa', previous: { version } })
    await eventually(
      () => used.follow.inUse().problems.length,
      (problems) => problems === 1,
    )
    await updates.rollBack()
    await eventually(
      () => used.follow.inUse(),
      (inUse) => inUse.version === version && inUse.problems.length === 0,
    )
    await used.follow.stop()
  })

  test('uses a damaged version once an update has repaired it', async () => {
    denied('')
    const { version } = await update(fileWith('trash-one.net'))
    await documents.collection({ name: 'list_contents' }).drop()
    const used = using()
    await used.follow.start()
    now += HOUR_MS
    await update(fileWith('trash-one.net'))
    await eventually(
      () => used.follow.inUse(),
      (inUse) => inUse.version === version && inUse.problems.length === 0,
    )
    await used.follow.stop()
  })

  test('prefers the lists of a later release', async () => {
    denied('')
    await update(fileWith('trash-one.net'))
    const used = using()
    const later = { ...embedded, version: '2030-06-01.aaaaaaaaaaaa' }
    const follow = createListFollower({
      ...{ store, embedded: later, clock: { now: () => now }, log: silentLog },
      engine: { setLists() {} },
      paths: { allow: undefined, deny: undefined },
    })
    await follow.start()
    expect(follow.inUse().version).toBe(later.version)
    await Promise.all([follow.stop(), used.follow.stop()])
  })
})
