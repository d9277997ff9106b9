// When the service makes backups, and what it says about them.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { createBackupJob } from '../../src/composition/backup/job.js'
import { EMPTY_LOG, type Manifest, manifestText } from '../../src/composition/backup/manifest.js'
import { createBackupWatch } from '../../src/composition/backup/watch.js'
import { iso } from '../../src/kernel/clock.js'
import { silentLog } from '../../src/kernel/log.js'
import { DAY_MS, HOUR_MS } from '../../src/kernel/time.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const scratch = tempDirectory()
const directory = scratch.path
let now = Date.UTC(2026, 10, 26)
const clock = { now: () => now }
const watches: ReturnType<typeof createBackupWatch>[] = []
afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop()
})

function open(everyMs: number | undefined, run: () => Promise<void> = async () => backedUp()) {
  const watch = createBackupWatch({ directory, everyMs, clock })
  watches.push(watch)
  const job = createBackupJob({ directory, everyMs: everyMs ?? DAY_MS, watch, clock, log: silentLog, run })
  const look = () => job('all', { signal: new AbortController().signal })
  return { watch, look }
}

let written = 0
function backedUp(at = now): void {
  const file = { file: 'vault/x', bytes: 0, sha256: '' }
  const manifest: Manifest = {
    format: 1,
    program: `${++written}`,
    installation: null,
    at: iso(at),
    log: EMPTY_LOG,
    vault: { ...file, keys: 0 },
    secret: { checks: [], file: null },
    blobs: [],
    records: { ...file, documents: 0 },
    erased: [],
  }
  writeFileSync(join(directory, 'manifest.json'), manifestText(manifest))
}

test('the first backup is made at once, later ones an interval after the newest, whoever made that', async () => {
  const { watch, look } = open(HOUR_MS)
  await watch.look()
  expect(watch.problems()).toEqual([`BACKUP_DIR: ${directory} has no complete backup yet`])
  expect(await look()).toEqual({ again: now + HOUR_MS })
  expect(watch.problems()).toEqual([])
  now += HOUR_MS - 1
  expect(await look()).toEqual({ again: now + 1 })
  backedUp()
  now += 1
  expect(await look()).toEqual({ again: now - 1 + HOUR_MS })
})

test('a backup of the future, by a clock that was wrong, does not delay the next one', async () => {
  const { look } = open(HOUR_MS)
  backedUp(now + 365 * DAY_MS)
  expect(await look()).toEqual({ again: now + HOUR_MS })
})

test('a failed backup is repeated soon, and said until one succeeds', async () => {
  let fails = true
  const { watch, look } = open(HOUR_MS, async () => {
    if (fails) throw new Error('/backup: the disk is full')
    backedUp()
  })
  now += 2 * HOUR_MS
  expect(await look()).toEqual({ again: now + HOUR_MS / 6 })
  expect(watch.problems()).toEqual(['the last backup failed: /backup: the disk is full'])
  fails = false
  await look()
  expect(watch.problems()).toEqual([])
})

test('a failed backup is not said any more once a backup was made by hand', async () => {
  const { watch, look } = open(HOUR_MS, async () => {
    throw new Error('/backup: the disk is full')
  })
  now += 2 * HOUR_MS
  await look()
  expect(watch.problems()).toHaveLength(1)
  now += 1
  backedUp()
  await watch.look()
  expect(watch.problems()).toEqual([])
})

test('an old backup is said, and its age is a metric', async () => {
  const { watch } = open(undefined)
  backedUp()
  await watch.look()
  now += 3 * DAY_MS
  expect(watch.problems()).toEqual(['the last backup is 72 h old'])
  expect(watch.families[0]!.samples()).toEqual([{ labels: {}, value: (3 * DAY_MS) / 1_000 }])
})

test('a backup of a time to come, by a clock that was ahead, has infinite age and is said, except by a minute', async () => {
  const { watch } = open(undefined)
  const age = async () => (await watch.families[0]!.samples())[0]!.value
  backedUp(now + 60_000)
  await watch.look()
  expect([await age(), watch.problems()]).toEqual([0, []])
  now -= 1
  expect(await age()).toBe(Number.POSITIVE_INFINITY)
  expect(watch.problems()).toEqual([expect.stringMatching(/^the last backup is of .*, which is still to come: set/)])
})

test('a directory in which no backup can be read has one of infinite age, so that the alert fires', async () => {
  const { watch } = open(undefined)
  await watch.look()
  rmSync(join(directory, 'manifest.json'))
  await watch.look()
  expect(watch.families[0]!.samples()).toEqual([{ labels: {}, value: Number.POSITIVE_INFINITY }])
})
