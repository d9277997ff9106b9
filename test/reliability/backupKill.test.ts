// Backups, restores and rotations as processes that are killed with SIGKILL.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Config } from '../../src/config.js'
import { DAY_MS, HOUR_MS } from '../../src/kernel/time.js'
import { eventually } from '../../testbed/eventually.js'
import { startCommand } from '../../testbed/service/program.js'
import { HISTORY_SECRET } from '../../testbed/stores/migration.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { addAccounts, eventsIn, newInstallation } from '../backup/installation.js'
import { runCommandLine } from '../support/commandLine.js'

const scratch = tempDirectory()
const at = (name: string) => join(scratch.path, name)
const settings = (directory: string) => ({
  DATA_DIR: directory,
  SECRET_KEY: HISTORY_SECRET.toString('base64'),
  TMPDIR: scratch.path,
})
const SHIFTED_CLOCK = fileURLToPath(new URL('../../testbed/service/shiftedClock.mjs', import.meta.url))
let config: Config
beforeAll(async () => {
  config = await newInstallation(scratch.path, 500)
})
afterAll(() => scratch.remove())

test('--every appends what is new, keeps a second backup out, and is killed without harm', async () => {
  const set = at('set')
  const command = ['backup', set, '--every', '1s']
  const tail = await startCommand(command, settings(config.DATA_DIR))
  await eventually(
    () => tail.printed(),
    (text) => text.includes('Backed up'),
  )
  const second = await runCommandLine(['backup', set], settings(config.DATA_DIR))
  expect(second).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^mailproof: \S+backup\.lock is locked by another mailproof \(process \d+, since \S+\): stop it, or wait until its backup is complete\n$/,
    ),
  })
  await addAccounts(config, 1)
  const events = (await eventsIn(config.DATA_DIR)).length
  await eventually(
    () => tail.printed(),
    (text) => text.includes(`Backed up ${events} events`),
  )
  await tail.end('SIGKILL')
  const { code, stdout } = await runCommandLine(['backup', 'verify', set, '--json'], settings(config.DATA_DIR))
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({
    code: 0,
    events,
    different: [],
    missing_keys: 0,
  })
  expect(readdirSync(scratch.path).filter((name) => name.startsWith('mailproof-'))).toEqual([])
})

test('--every goes on while the clock is set an hour forward and a day back, and the set is complete', async () => {
  const set = at('shifted')
  const shift = at('shift')
  writeFileSync(shift, '0')
  const backups = await startCommand(['backup', set, '--every', '1s'], {
    ...settings(config.DATA_DIR),
    NODE_OPTIONS: `--import ${SHIFTED_CLOCK}`,
    CLOCK_SHIFT_FILE: shift,
  })
  const untilBackedUp = (events: number) =>
    eventually(
      () => backups.printed(),
      (text) => text.includes(`Backed up ${events} events`),
    )
  await untilBackedUp((await eventsIn(config.DATA_DIR)).length)
  for (const milliseconds of [HOUR_MS, -DAY_MS]) {
    writeFileSync(shift, `${milliseconds}`)
    void backups.end('SIGUSR2')
    await addAccounts(config, 1)
    await untilBackedUp((await eventsIn(config.DATA_DIR)).length)
  }
  await backups.end('SIGTERM')
  const { code, stdout } = await runCommandLine(['backup', 'verify', set, '--json'], settings(config.DATA_DIR))
  const { length: events } = await eventsIn(config.DATA_DIR)
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, events, different: [], missing_keys: 0 })
})

test('a restore that is killed again and again is completed by the same command', async () => {
  await runCommandLine(['backup', at('whole')], settings(config.DATA_DIR))
  const target = at('restored')
  const command = ['restore', at('whole'), '--to', target]
  /** What exists at each of these moments of a restore. */
  for (const file of ['restoring.json', 'events.mdb', 'vault.mdb', 'documents.mdb', 'comparison.mdb']) {
    const run = await startCommand(command, settings(target))
    while (!existsSync(join(target, file))) await sleep(1)
    const { code } = await run.end('SIGKILL')
    expect({ file, code }).toEqual({ file, code: null })
    const started = await runCommandLine(['serve'], { ...settings(target), PORT: '0' })
    expect(started).toMatchObject({ code: 2, stderr: expect.stringMatching(/run the same mailproof restore again\n$/) })
  }
  expect(await runCommandLine(command, settings(target))).toMatchObject({ code: 0 })
  expect(await eventsIn(target)).toEqual(await eventsIn(config.DATA_DIR))
})
