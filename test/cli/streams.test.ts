// What a command does when its output is cut off, and when it is the first process of a container.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { BUNDLED, buildProgram, runShell, startCommand } from '../../testbed/service/program.js'
import type { Settings } from '../../testbed/service/settings.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { newInstallation } from '../backup/installation.js'
import { describeUnless } from '../support/describeUnless.js'

const PROGRAM = `node ${BUNDLED.join(' ')}`
const scratch = tempDirectory()
const at = (name: string) => join(scratch.path, name)
let settings: Settings
beforeAll(async () => {
  const { DATA_DIR, SECRET_KEY } = await newInstallation(scratch.path)
  mkdirSync(at('tmp'))
  settings = { DATA_DIR, SECRET_KEY: SECRET_KEY!.toString('base64'), TMPDIR: at('tmp') }
  await buildProgram()
})
afterAll(() => scratch.remove())

describe('a backup to standard output', () => {
  test('that nobody reads to its end is a failure, and leaves nothing behind', async () => {
    const { stdout } = await runShell(`${PROGRAM} backup - | head -c 600 | wc -c; echo "\${PIPESTATUS[0]}"`, settings)
    expect(stdout.trim().split(/\s+/)).toEqual(['600', '1'])
    expect(readdirSync(at('tmp'))).toEqual([])
  })

  test('that is full is told in a line', async () => {
    const { code, stderr } = await runShell(`${PROGRAM} backup - > /dev/full`, settings)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^mailproof: standard output cannot be written \(ENOSPC[^\n]*\): make room, or [^\n]+\n$/)
  })

  test('that was read to its end is a success', async () => {
    const { code, stdout } = await runShell(`set -o pipefail; ${PROGRAM} backup - | tar t`, settings)
    expect(code).toBe(0)
    expect(stdout).toMatch(/manifest\.json\n$/)
  })
})

test('repeated backups print a line of JSON each', async () => {
  const running = await startCommand(['backup', at('set'), '--every', '1s', '--json'], settings)
  while (running.printed().split('\n').length < 3) await new Promise((next) => setTimeout(next, 50))
  const { stdout } = await running.end('SIGTERM')
  const lines = stdout.trim().split('\n')
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ dir: at('set'), added: {} })
})

const unshare = ['--pid', '--fork', '--map-root-user']
const canUnshare = spawnSync('unshare', [...unshare, 'true']).status === 0
describeUnless(canUnshare ? undefined : 'no process namespace can be made', 'the first process of a container', () => {
  test.each(['TERM', 'INT'])('ends by SIG%s, whatever command it runs', async (signal) => {
    const command = `${PROGRAM} backup ${at(signal)} --every 1s`
    const script = `
      unshare ${unshare.join(' ')} ${command} > ${at('out')} & unshared=$!
      until grep -q Backed ${at('out')}; do sleep 0.1; done
      kill -${signal} $(pgrep -P $unshared)
      for _ in $(seq 50); do kill -0 $unshared 2> /dev/null || break; sleep 0.1; done
      kill -9 $(pgrep -P $unshared) && exit 99
      wait $unshared`
    const { code } = await runShell(script, settings)
    expect(code).toBe(signal === 'TERM' ? 143 : 130)
  })
})
