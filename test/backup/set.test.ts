// What a set contains, how it grows, and that nothing that interrupts a backup harms the set before.
import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { definitionsIn } from '../../src/adapters/documents/lmdb/definitions.js'
import { readSegment } from '../../src/adapters/segments/read.js'
import { backUp, openBackupSource } from '../../src/composition/backup/backup.js'
import { filesOf, readManifest } from '../../src/composition/backup/manifest.js'
import { openSet } from '../../src/composition/backup/set.js'
import { openSetDirectory, type SetTarget } from '../../src/composition/backup/setDirectory.js'
import { openTarTarget } from '../../src/composition/backup/tarTarget.js'
import { isRecord } from '../../src/composition/migration/records.js'
import { operationalCollections } from '../../src/composition/recordCollections.js'
import { rotateSecretKey } from '../../src/composition/secretKey.js'
import type { Config } from '../../src/config.js'
import { collect } from '../../testbed/given/events.js'
import { digestOf } from '../../testbed/stores/migration.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { addAccount, addAccounts, backUpTo, eventsIn, newInstallation, restoreTo, within } from './installation.js'

const scratch = tempDirectory()
const at = (name: string) => join(scratch.path, name)
let config: Config
beforeAll(async () => {
  config = await newInstallation(scratch.path)
})
afterAll(() => scratch.remove())

const segmentsOf = async (set: string) => (await readManifest(set))!.log.segments

test('a restored installation has the same events at the same positions, keys, blobs and read models', async () => {
  await backUpTo(config, at('whole'))
  const restored = await restoreTo(at('whole'), at('again'))
  expect(restored).toMatchObject({ models: 30, different: [], missingKeys: 0, blobs: 3, erased: 0 })
  const events = await eventsIn(config.DATA_DIR)
  expect(await eventsIn(at('again'))).toEqual(events)
  expect(restored.events).toBe(events.length)
  const blobs = (files: Record<string, string>) => Object.entries(files).filter(([name]) => name.startsWith('blobs/'))
  expect(blobs(digestOf(at('again')))).toEqual(blobs(digestOf(config.DATA_DIR)))
  const accountsIn = (directory: string) =>
    within({ ...config, DATA_DIR: directory }, ({ accounts }) =>
      collect(accounts.listAccounts('2026-11-26T00:00:00.000Z')),
    )
  expect(await accountsIn(at('again'))).toEqual(await accountsIn(config.DATA_DIR))
})

test('a later backup adds only what is new; many small ones are merged; the chain is that of one backup', async () => {
  const { added } = await backUpTo(config, at('steps'))
  const accounts = await addAccounts(config, 2)
  const second = await backUpTo(config, at('steps'))
  expect(second.added.events).toBeLessThan(added.events)
  expect(second.added.blobs).toBe(0)
  expect((await segmentsOf(at('steps'))).map(({ events }) => events)).toEqual([added.events, second.added.events])
  await within(config, async ({ accounts }) => {
    for (let more = 0; more < 70; more++) {
      await addAccount(accounts)
      await backUpTo(config, at('steps'))
    }
  })
  expect((await segmentsOf(at('steps'))).length).toBeLessThan(65)
  await backUpTo(config, at('once'))
  expect((await readManifest(at('steps')))!.log.events).toBe((await readManifest(at('once')))!.log.events)
  const events = async (set: string) => {
    const found = []
    for (const { file } of await segmentsOf(set)) found.push(...(await collect(readSegment(join(set, file)))))
    return found
  }
  expect(await events(at('steps'))).toEqual(await events(at('once')))
  await openSet(at('steps'))
  expect(accounts).toHaveLength(2)
})

test('a backup of no new event writes no file but the manifest', async () => {
  await backUpTo(config, at('idle'))
  const before = filesOf((await readManifest(at('idle')))!)
  expect((await backUpTo(config, at('idle'))).added).toEqual({ events: 0, blobs: 0, bytes: 0 })
  expect(filesOf((await readManifest(at('idle')))!)).toEqual(before)
})

test('a data key that was destroyed is not in the set any more after the next backup', async () => {
  const [account] = await addAccounts(config, 1)
  await backUpTo(config, at('erased'))
  const before = (await readManifest(at('erased')))!.vault
  await within(config, ({ erasing }) => erasing.erase(account!, { id: 'operator', correlationId: 'c', commandId: 'e' }))
  await backUpTo(config, at('erased'))
  const { vault, erased } = (await readManifest(at('erased')))!
  expect(vault.keys).toBe(before.keys - 1)
  expect(erased.map(({ account }) => account)).toContain(account)
  expect(readdirSync(at('erased/vault'))).toHaveLength(1)
})

test('every collection of an installation is rebuilt from the log, of one process, or in the set', async () => {
  const backedUp = operationalCollections.map(({ name }) => name)
  const found = await definitionsIn(join(config.DATA_DIR, 'documents.mdb'))
  expect(
    found
      .filter(isRecord)
      .map(({ name }) => name)
      .filter((name) => !backedUp.includes(name)),
  ).toEqual([])
})

test('the secret key is in the set only if it was requested', async () => {
  await backUpTo(config, at('secret'), { withSecret: true })
  expect((await readManifest(at('secret')))!.secret.file).not.toBeNull()
  await restoreTo(at('secret'), at('with-secret'), {}, { ...config, SECRET_KEY: undefined, DATA_DIR: at('nowhere') })
  expect(readdirSync(at('with-secret'))).toContain('secret.key')
  await backUpTo(config, at('secret'))
  expect((await readManifest(at('secret')))!.secret.file).toBeNull()
  expect(readdirSync(at('secret/vault')).filter((name) => name.endsWith('.key'))).toEqual([])
})

test('a second backup to the same directory is refused while the first one runs', async () => {
  const first = await openSetDirectory(at('busy'))
  await expect(openSetDirectory(at('busy'))).rejects.toThrow(/^\S+backup\.lock is locked by another mailproof .*$/)
  first.close()
  ;(await openSetDirectory(at('busy'))).close()
})

test('a backup as a tar stream is unpacked by tar into a set', async () => {
  const file = createWriteStream(at('set.tar'))
  const target = await openTarTarget(file)
  const source = await openBackupSource(config)
  await backUp(source, '-', target, { withSecret: false, onProgress: () => {} })
  await source.close()
  target.close()
  await new Promise((resolve) => file.end(resolve))
  mkdirSync(at('untarred'))
  execFileSync('tar', ['-xf', at('set.tar'), '-C', at('untarred')])
  const { events } = await restoreTo(at('untarred'), at('from-tar'))
  expect(events).toBe((await eventsIn(config.DATA_DIR)).length)
})

describe('a backup that is interrupted', () => {
  /** Ends the process, so to speak, at the nth change of the set. */
  class Killed extends Error {}
  function killedAt(nth: number, target: SetTarget): SetTarget {
    let count = 0
    const step = () => {
      if (++count === nth) throw new Killed()
    }
    return {
      ...target,
      previous: target.previous,
      async add(file, path) {
        step()
        await target.add(file, path)
        step()
      },
      async complete(manifest) {
        step()
        await target.complete(manifest)
      },
    }
  }

  test('at any step leaves the set before as it was, and the next one completes it', async () => {
    const set = at('killed')
    let before: string | undefined
    let kills = 0
    for (let nth = 1; ; nth++) {
      await addAccounts(config, 1)
      const run = backUpTo(config, set, { through: (target) => killedAt(nth, target) })
      const outcome = await run.then(
        () => 'complete',
        (error: unknown) => error,
      )
      if (outcome === 'complete') break
      expect(outcome).toBeInstanceOf(Killed)
      kills++
      expect((await readManifest(set))?.log.link).toBe(before)
      if (before) await openSet(set)
      if (nth % 2 === 0) {
        before = (await backUpTo(config, set)).manifest.log.link
        await openSet(set)
      }
    }
    expect(kills).toBeGreaterThan(5)
    const { log } = (await openSet(set)).manifest
    expect(log.events).toBe((await eventsIn(config.DATA_DIR)).length)
    const named = filesOf((await readManifest(set))!).map(({ file }) => file)
    const present = ['segments', 'vault', 'records', 'blobs'].flatMap((part) =>
      readdirSync(join(set, part)).map((name) => `${part}/${name}`),
    )
    expect(present.sort()).toEqual([...named].sort())
  })

  test('resumes a first backup where it ended', async () => {
    const set = at('resumed')
    await backUpTo(config, set, { through: (target) => killedAt(3, target) }).catch(() => {})
    const [segment] = readdirSync(join(set, 'segments'))
    const { manifest } = await backUpTo(config, set)
    expect(manifest.log.segments.map(({ file }) => file)).toEqual([`segments/${segment}`])
  })
})

describe('while the secret key is being replaced', () => {
  const next = Buffer.alloc(32, 9).toString('base64')
  const both = () => ({ ...config, SECRET_KEY: Buffer.from(next, 'base64'), SECRET_KEY_PREVIOUS: config.SECRET_KEY })
  const killed = (settings: Config) =>
    rotateSecretKey(settings, () => {
      throw new Error('killed')
    })

  test('a set has it only once it opens everything in the set', async () => {
    const refused = /^--with-secret: the secret key does not open everything in the set, .* run mailproof secret rotate/
    await expect(backUpTo(both(), at('early'), { withSecret: true })).rejects.toThrow(refused)
    await expect(killed(both())).rejects.toThrow('killed')
    await expect(backUpTo(both(), at('during'), { withSecret: true })).rejects.toThrow(refused)
    await backUpTo(both(), at('without'))
    await rotateSecretKey(both(), () => {})
    await backUpTo(both(), at('after'), { withSecret: true })
    const elsewhere = { ...config, SECRET_KEY: undefined, DATA_DIR: at('nowhere') }
    expect(await restoreTo(at('after'), at('rotated'), {}, elsewhere)).toMatchObject({ missingKeys: 0 })
    expect(await restoreTo(at('without'), at('rotating'), {}, both())).toMatchObject({ missingKeys: 0 })
  })

  test('a set from before is restored with the key that opens it', async () => {
    const before = await newInstallation(at('former'))
    await backUpTo(before, at('before'), { withSecret: true })
    const settings = { ...both(), DATA_DIR: before.DATA_DIR }
    expect(await restoreTo(at('before'), at('former-again'), {}, settings)).toMatchObject({ withSecret: true })
    const opened = { ...config, SECRET_KEY: undefined, DATA_DIR: at('former-again') }
    expect(await within(opened, ({ vault }) => vault.inspect())).toMatchObject({ previous: 0, unreadable: 0 })
  })

  test('one that repeats its backups takes the new one into the set', async () => {
    const directory = await newInstallation(at('repeating'))
    writeFileSync(join(directory.DATA_DIR, 'secret.key'), directory.SECRET_KEY!.toString('base64'))
    const settings = { ...directory, SECRET_KEY: undefined }
    const source = await openBackupSource(settings)
    await rotateSecretKey(settings, () => {})
    const target = await openSetDirectory(at('repeated'))
    await backUp(source, at('repeated'), target, { withSecret: true, onProgress: () => {} })
    target.close()
    await source.close()
    const elsewhere = { ...settings, DATA_DIR: at('nowhere') }
    expect(await restoreTo(at('repeated'), at('from-repeated'), {}, elsewhere)).toMatchObject({ missingKeys: 0 })
  })
})
