// Archiving as a process that is killed with SIGKILL, beside what reads the log.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Config } from '../../src/config.js'
import { startCommand } from '../../testbed/service/program.js'
import { HISTORY_SECRET } from '../../testbed/stores/migration.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { addAccounts, eventsIn, newInstallation } from '../backup/installation.js'
import { runCommandLine } from '../support/commandLine.js'

const scratch = tempDirectory()
let config: Config
beforeAll(async () => {
  config = await newInstallation(scratch.path, 1_500)
  await addAccounts(config, 1)
})
afterAll(() => scratch.remove())

test('an archive run that is killed again and again is completed by the same command, and nothing is lost', async () => {
  const settings = { DATA_DIR: config.DATA_DIR, SECRET_KEY: HISTORY_SECRET.toString('base64'), TMPDIR: scratch.path }
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await runCommandLine([...words, '--json'], settings)
    expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  const before = await eventsIn(config.DATA_DIR)
  const directory = join(config.DATA_DIR, 'archive')
  const files = () => (existsSync(directory) ? readdirSync(directory) : [])
  const command = ['archive', 'run', '--before', new Date().toISOString().slice(0, 7)]
  for (let kills = 0; kills < 6; kills++) {
    const start = files().length
    const process = await startCommand(command, settings)
    // Somewhere within what it does after the next file has appeared.
    for (let waited = 0; files().length === start && waited < 10_000; waited++) await sleep(1)
    await sleep(kills * 3)
    await process.end('SIGKILL')
    expect(await eventsIn(config.DATA_DIR)).toEqual(before)
  }
  await run(...command)
  expect(await run(...command)).toMatchObject({ segments: 0, events: 0 })
  expect(await eventsIn(config.DATA_DIR)).toEqual(before)
  expect(await run('archive', 'verify')).toMatchObject({ ok: true, problems: [], other_files: [] })
  expect((await run('archive', 'status')).months.length).toBeGreaterThan(0)
  expect(await run('log', 'check')).toMatchObject({ ok: true, events: before.length })
  await run('compact')
  await run('projections', 'verify')
  expect(await eventsIn(config.DATA_DIR)).toEqual(before)
}, 180_000)
