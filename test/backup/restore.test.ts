// Restores: to an earlier point, with erasures, interrupted, and of sets that cannot be used.
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openDataDirectory } from '../../src/adapters/dataDirectory/dataDirectory.js'
import { type Manifest, manifestText, readManifest } from '../../src/composition/backup/manifest.js'
import { BackupError } from '../../src/composition/backup/problem.js'
import { restore, verifySet } from '../../src/composition/backup/restore.js'
import type { Config } from '../../src/config.js'
import { PUBLIC_POOL } from '../../src/features/pool/events.js'
import { createPoolKeys } from '../../src/features/pool/keys.js'
import { addressStream } from '../../src/features/pool/state.js'
import { newSystemActor } from '../../src/kernel/actor.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { newId, sha256 } from '../../src/kernel/ids.js'
import { contributed } from '../../testbed/given/poolEvents.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'
import { addAccounts, backUpTo, configOf, eventsIn, newInstallation, restoreTo, within } from './installation.js'

const scratch = tempDirectory()
const at = (name: string) => join(scratch.path, name)
let config: Config
let events: Recorded[]
let erased: string
beforeAll(async () => {
  config = await newInstallation(scratch.path)
  const [account] = await addAccounts(config, 2)
  erased = account!
  await within(config, ({ erasing }) => erasing.erase(erased, { id: 'operator', correlationId: 'c', commandId: 'e' }))
  await addAccounts(config, 1)
  await backUpTo(config, at('set'))
  events = await eventsIn(config.DATA_DIR)
})
afterAll(() => scratch.remove())

test('to a position before an erasure ends there, and erases the account again', async () => {
  const registered = events.findIndex(
    ({ type, data }) => type === 'AccountRegistered' && (data as { account: string }).account === erased,
  )
  const { position } = events[registered + 1]!
  const restored = await restoreTo(at('set'), at('before-erasure'), { position })
  expect(restored).toMatchObject({ events: registered + 2, position, different: [], missingKeys: 0, erased: 1 })
  const again = await eventsIn(at('before-erasure'))
  expect(again.slice(0, registered + 2)).toEqual(events.slice(0, registered + 2))
  expect(again.at(-1)).toMatchObject({ type: 'AccountErased', data: { account: erased } })
  const shown = within({ ...config, DATA_DIR: at('before-erasure') }, ({ accounts }) =>
    accounts.showAccount(erased, new Date().toISOString()),
  )
  await expect(shown).rejects.toThrow()
})

test('to a position before an address was forgotten ends there, and forgets the address again, in every pool, and its mailbox', async () => {
  const forgetting = await newInstallation(at('forgetting'))
  const before = await eventsIn(forgetting.DATA_DIR)
  const address = 'someone@explicit.mailproof.net'
  const answer = {
    result: 'exists',
    acceptAll: 'no',
    operator: 'mailproof.net',
    checkedAt: Date.now(),
    final: true,
  } as const
  await within(forgetting, async ({ eventing, deriveKey, mailboxRecords }) => {
    const { addressOf } = createPoolKeys({ deriveKey })
    for (const pool of [PUBLIC_POOL, newId()]) {
      const of = { pool, address: addressOf(pool, address) }
      await eventing.append(addressStream(of), [contributed(of)], newSystemActor(), 'no_stream')
    }
    await mailboxRecords.memory.remember(address, 'explicit.mailproof.net', answer)
  })
  await backUpTo(forgetting, at('forgetting-set'))
  const known = await eventsIn(forgetting.DATA_DIR)
  const { position } = known.at(-1)!
  const forget = ['pool', 'forget', address, '--json']
  const settings = { DATA_DIR: forgetting.DATA_DIR, SECRET_KEY: forgetting.SECRET_KEY!.toString('base64') }
  const forgotten = await runCommandLine(forget, settings)
  expect(JSON.parse(forgotten.stdout)).toEqual({ pools: 2, outcome: 'forgotten' })
  await backUpTo(forgetting, at('forgetting-set'))

  const directory = at('forgotten-again')
  expect(await restoreTo(at('forgetting-set'), directory, { position })).toMatchObject({ different: [], erased: 3 })
  const again = await eventsIn(directory)
  expect(again.slice(0, known.length)).toEqual(known)
  expect(again.slice(known.length).map(({ type }) => type)).toEqual([
    'AddressForgotten',
    'AddressForgotten',
    'MailboxForgotten',
  ])
  const nothingLeft = await runCommandLine(forget, { ...settings, DATA_DIR: directory })
  expect(JSON.parse(nothingLeft.stdout)).toEqual({ pools: 0, outcome: 'unknown' })
  const early = { position: before.at(-1)!.position }
  expect(await restoreTo(at('forgetting-set'), at('before-it-was-known'), early)).toMatchObject({ erased: 0 })
})

test('to a time ends at the last event recorded by then', async () => {
  const middle = events[Math.floor(events.length / 2)]!
  const last = events.findLast(({ recordedAt }) => recordedAt <= middle.recordedAt)!
  const { position } = await restoreTo(at('set'), at('by-time'), { time: Date.parse(middle.recordedAt) })
  expect(position).toBe(last.position)
})

test('an interrupted restore keeps services from starting, and the same command completes it', async () => {
  await restoreTo(at('set'), at('target'))
  writeFileSync(join(at('target'), 'restoring.json'), '{}')
  expect(() => openDataDirectory(at('target'), { hold: true })).toThrow(
    /was not completed: run the same mailproof restore/,
  )
  rmSync(join(at('target'), 'format.json'))
  expect(() => openDataDirectory(at('target'), { hold: false })).toThrow(
    /was not completed: run the same mailproof restore/,
  )
  writeFileSync(join(at('target'), 'events.mdb'), 'half')
  await restoreTo(at('set'), at('target'))
  expect(await eventsIn(at('target'))).toEqual(events)
  expect(readdirSync(at('target'))).not.toContain('restoring.json')
})

/** Sets TMPDIR for one use. */
async function withTmp<T>(tmp: string, use: () => Promise<T>): Promise<T> {
  const before = process.env.TMPDIR
  process.env.TMPDIR = tmp
  try {
    return await use()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

test('the drill says what can be restored, and leaves nothing behind', async () => {
  const tmp = at('tmp')
  cpSync(at('set'), at('drill'), { recursive: true })
  const restored = await withTmp(tmp, () => verifySet(config, at('drill'), () => {}))
  expect(restored).toMatchObject({ events: events.length, different: [], missingKeys: 0 })
  expect(existsSync(tmp) ? readdirSync(tmp) : []).toEqual([])
})

test.each<[string, (path: string, target: string) => void]>([
  ['a link', (path, target) => symlinkSync(target, path)],
  [
    'a directory that others may write to',
    (path, target) => {
      cpSync(target, path, { recursive: true })
      chmodSync(path, 0o777)
    },
  ],
])('the drill touches nothing where another user has left %s in its place', async (_, leave) => {
  const tmp = mkdtempSync(join(scratch.path, 'shared-'))
  const target = join(tmp, 'target')
  mkdirSync(target)
  writeFileSync(join(target, 'serve.lock'), 'precious')
  const path = join(tmp, `mailproof-drill-${sha256(at('set')).slice(0, 16)}`)
  leave(path, target)
  await expect(withTmp(tmp, () => verifySet(config, at('set'), () => {}))).rejects.toThrow(BackupError)
  expect(readFileSync(join(path, 'serve.lock'), 'utf8')).toBe('precious')
})

test('a data key that is missing is counted, and the drill and the restore end with exit code 1', async () => {
  const other = await newInstallation(at('keyless'))
  const [account] = await addAccounts(other, 1)
  await within(other, ({ vault }) => vault.destroy(account!))
  await backUpTo(other, at('keyless-set'))
  const run = (...words: string[]) =>
    runCommandLine(words, { DATA_DIR: other.DATA_DIR, SECRET_KEY: other.SECRET_KEY!.toString('base64') })
  const drill = await run('backup', 'verify', at('keyless-set'))
  expect(drill).toMatchObject({ code: 1, stderr: expect.stringMatching(/only in part: .*1 key missing/) })
  const restored = await run('restore', at('keyless-set'), '--to', at('keyless-restored'))
  expect(restored).toMatchObject({ code: 1, stdout: expect.stringMatching(/only in part .*1 key missing/) })
})

describe('a set that cannot be used', () => {
  const segmentOf = (set: string) => join(set, 'segments', readdirSync(join(set, 'segments'))[0]!)
  const edit = (path: string, change: (bytes: Buffer) => void) => {
    const bytes = readFileSync(path)
    change(bytes)
    writeFileSync(path, bytes)
  }
  const manifestOf = (set: string) => JSON.parse(readFileSync(join(set, 'manifest.json'), 'utf8'))
  const rewrite = (set: string, change: (manifest: Manifest) => unknown) => {
    const { sha256: _, ...manifest } = manifestOf(set)
    change(manifest)
    writeFileSync(join(set, 'manifest.json'), manifestText(manifest))
  }

  test.each<[string, (set: string) => unknown, RegExp]>([
    ['no manifest', (set) => rmSync(join(set, 'manifest.json')), /contains no complete backup/],
    ['a truncated manifest', (set) => truncateSync(join(set, 'manifest.json'), 200), /manifest\.json cannot be parsed/],
    [
      'an edited manifest',
      (set) => edit(join(set, 'manifest.json'), (bytes) => bytes.write('9', bytes.indexOf('"events": ') + 10)),
      /manifest\.json is not what the backup wrote/,
    ],
    [
      'a newer format',
      (set) => rewrite(set, (manifest) => Object.assign(manifest, { format: 2 })),
      /has format 2, .* use the newer mailproof/,
    ],
    ['a truncated segment', (set) => truncateSync(segmentOf(set), 100), /\.seg was truncated \(100 instead of/],
    ['a missing segment', (set) => rmSync(segmentOf(set)), /\.seg is missing/],
    ['a longer segment', (set) => appendFileSync(segmentOf(set), 'x'), /\.seg was changed/],
    [
      'a flipped bit in a segment',
      (set) => edit(segmentOf(set), (bytes) => (bytes[2_000]! ^= 1)),
      /\.seg is damaged, in the block that starts at [0-9a-f]{32}/,
    ],
    [
      'a flipped bit in a blob',
      (set) => edit(join(set, 'blobs', readdirSync(join(set, 'blobs'))[0]!), (bytes) => (bytes[50]! ^= 1)),
      /blobs\S+ is not the file that the manifest names/,
    ],
    [
      'a segment listed twice',
      (set) => rewrite(set, ({ log }) => Object.assign(log, { segments: [...log.segments, ...log.segments] })),
      /does not continue the segment before it/,
    ],
  ])('with %s is refused in one line, and nothing is written', async (what, spoil, message) => {
    const set = at(`spoiled ${what}`)
    cpSync(at('set'), set, { recursive: true })
    spoil(set)
    const target = at(`target ${what}`)
    const settings = { SECRET_KEY: config.SECRET_KEY!.toString('base64') }
    const { code, stdout, stderr } = await runCommandLine(['restore', set, '--to', target], settings)
    expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, stdout: '', lines: 1 })
    expect(stderr).toMatch(message)
    expect(existsSync(target)).toBe(false)
  })

  test('mixed from two installations is refused', async () => {
    const other = await newInstallation(at('other'), 200)
    await backUpTo(other, at('other-set'))
    const mixed = at('mixed')
    cpSync(at('set'), mixed, { recursive: true })
    cpSync(segmentOf(at('other-set')), segmentOf(mixed))
    await expect(restoreTo(mixed, at('from-mixed'))).rejects.toThrow(
      /was (truncated|changed)|is not the file|does not continue/,
    )
    await expect(backUpTo(config, at('other-set'))).rejects.toThrow(/contains a backup of another log/)
    expect((await readManifest(at('other-set')))!.log.events).toBe((await eventsIn(other.DATA_DIR)).length)
  })

  test('with another secret key, or a target that is not empty, is refused before anything is written', async () => {
    const wrong = configOf(at('x'), { SECRET_KEY: Buffer.alloc(32, 1).toString('base64') })
    await expect(restoreTo(at('set'), at('wrong'), {}, wrong)).rejects.toThrow(
      /^SECRET_KEY: the data in .* another secret key/,
    )
    const none = { ...config, SECRET_KEY: undefined, DATA_DIR: at('nowhere') }
    await expect(restoreTo(at('set'), at('wrong'), {}, none)).rejects.toThrow(/^SECRET_KEY: must be set/)
    mkdirSync(at('rotated'))
    writeFileSync(at('rotated/secret.key'), Buffer.alloc(32, 2).toString('base64'))
    await expect(restoreTo(at('set'), at('wrong'), {}, { ...none, DATA_DIR: at('rotated') })).rejects.toThrow(
      /^SECRET_KEY: .* sealed with another secret key than that in .*secret\.key\.until-/,
    )
    expect(existsSync(at('wrong'))).toBe(false)
    await expect(restoreTo(at('set'), config.DATA_DIR)).rejects.toThrow(/is not empty/)
    await expect(restoreTo(at('set'), at('late'), { position: 'f'.repeat(32) })).rejects.toThrow(
      /the set ends at position/,
    )
    await expect(restoreTo(at('set'), at('early'), { time: 0 })).rejects.toThrow(/has no event that early/)
  })

  test('that is a file, as a tar stream that was not unpacked, is refused with what to do', async () => {
    writeFileSync(at('set.tar'), 'a tar stream')
    await expect(restoreTo(at('set.tar'), at('from-tar'))).rejects.toThrow(
      /set\.tar is a file: .* unpack it with tar x/,
    )
  })

  test('is not restored into itself, and is not read to find that out', async () => {
    const [from, to] = [at('set'), join(at('set'), 'data')]
    const steps: string[] = []
    const report = (step: string) => void steps.push(step)
    const restoring = restore({ config: configOf(to), from, to, end: {}, report })
    await expect(restoring).rejects.toThrow(`${to} is in the backup ${from}: choose`)
    expect(steps).toEqual([])
    expect(existsSync(to)).toBe(false)
  })

  test('a directory with other files is not taken for a set', async () => {
    writeFileSync(at('full-of-files.txt'), '')
    await expect(backUpTo(config, scratch.path)).rejects.toThrow(/which is not part of a backup/)
  })
})
