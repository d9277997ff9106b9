// What an operator does once a year, killed with SIGKILL or on a full disk: rotation of the secret key, compaction, the archive.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mountSmallDisk } from '../../scripts/soak/faults/smallDisk.js'
import { runProgram, startCommand } from '../../testbed/service/program.js'
import { HISTORY_SECRET } from '../../testbed/stores/migration.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { addAccounts, eventsIn, newInstallation } from '../backup/installation.js'
import { runCommandLine } from '../support/commandLine.js'
import { describeUnless } from '../support/describeUnless.js'

const disk = mountSmallDisk(160)
const scratch = tempDirectory()
const parent = typeof disk === 'string' ? scratch.path : disk.path
const at = (name: string) => join(parent, 'data', name)

/** An installation whose key is in its directory. */
const settings = { DATA_DIR: join(parent, 'data'), TMPDIR: scratch.path }
let before: Awaited<ReturnType<typeof eventsIn>>
beforeAll(async () => {
  const config = await newInstallation(parent, 1_500)
  await addAccounts(config, 300)
  writeFileSync(at('secret.key'), `${HISTORY_SECRET.toString('base64')}\n`, { mode: 0o600 })
  before = await eventsIn(config.DATA_DIR)
}, 60_000)
afterAll(() => {
  if (typeof disk !== 'string') disk.remove()
  scratch.remove()
})

async function run(...words: string[]) {
  const { code, stdout, stderr } = await runCommandLine([...words, '--json'], settings)
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' })
  return JSON.parse(stdout)
}

/** Kills a command some milliseconds after it has begun its work. @returns whether it was killed */
async function killed(words: string[], hasBegun: () => boolean, milliseconds: number): Promise<boolean> {
  const command = await startCommand(words, settings)
  let ended = false
  void command.ended.then(() => {
    ended = true
  })
  while (!ended && !hasBegun()) await sleep(1)
  await sleep(milliseconds)
  return (await command.end('SIGKILL')).code === null
}

const accounts = () => run('accounts', 'list')
const ROTATED = 'secret.key.previous'

test('a rotation of the secret key that is killed again and again is completed by the same command', async () => {
  const owners = await accounts()
  let kills = 0
  for (let round = 0; round < 8; round++) {
    if (await killed(['secret', 'rotate'], () => existsSync(at(ROTATED)), round * 2)) kills++
    expect(await run('secret', 'check')).toMatchObject({ unreadable: 0 })
    expect(await accounts()).toEqual(owners)
  }
  expect(kills).toBeGreaterThan(0)
  await run('secret', 'rotate')
  expect(await run('secret', 'check')).toMatchObject({ previous: 0, unreadable: 0 })
  expect(existsSync(at(ROTATED))).toBe(false)
  expect(await accounts()).toEqual(owners)
}, 180_000)

test('a compaction that is killed again and again leaves each file as it was, or compacted', async () => {
  const isCopying = () => readdirSync(at('')).some((name) => name.endsWith('.compacting'))
  for (let round = 0; round < 8; round++) {
    await killed(['compact'], isCopying, round * 3)
    expect(await eventsIn(settings.DATA_DIR)).toEqual(before)
  }
  await run('compact')
  expect(isCopying()).toBe(false)
  await run('projections', 'verify')
  expect(await eventsIn(settings.DATA_DIR)).toEqual(before)
}, 180_000)

describeUnless(typeof disk === 'string' ? 'no tmpfs can be mounted' : undefined, 'on a full disk', () => {
  const month = new Date().toISOString().slice(0, 7)
  test.each([
    ['rotate', ['secret', 'rotate']],
    ['compact', ['compact']],
    ['archive run', ['archive', 'run', '--before', month]],
  ])(
    '%s is one line that says so, loses nothing, and is completed once there is room',
    async (_, words) => {
      if (typeof disk === 'string') return
      const owners = await accounts()
      disk.fill()
      const failed = await runProgram(words, settings)
      disk.free()
      expect(failed.code).toBeGreaterThan(0)
      expect(failed.stderr).toMatch(/^mailproof: [^\n]*(full|space|room)[^\n]*\n$/)
      expect(await eventsIn(settings.DATA_DIR)).toEqual(before)
      expect(await accounts()).toEqual(owners)
      await run(...words)
      expect(await run('secret', 'check')).toMatchObject({ previous: 0, unreadable: 0 })
      expect(await eventsIn(settings.DATA_DIR)).toEqual(before)
      expect(await run('log', 'check')).toMatchObject({ ok: true, events: before.length })
    },
    120_000,
  )
})
