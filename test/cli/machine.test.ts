// What the machine refuses, or leaves open, is said in one line.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { compiled } from '../../testbed/service/compiled.js'
import { buildProgram, runShell } from '../../testbed/service/program.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const temporary = tempDirectory()
beforeAll(buildProgram)
afterAll(() => temporary.remove())

test('too few open files', async () => {
  const { code, stderr } = await runShell('ulimit -n 40; node dist/main.js config')
  expect(stderr).toMatch(/^mailproof: the process may open too few files .*ulimit -n 4096\n$/)
  expect(code).toBe(2)
})

test('nothing, when the reader of the output has left', async () => {
  const { stderr } = await runShell('(node dist/main.js config; echo "ended with $?" >&2) | true')
  expect(stderr).toBe('ended with 0\n')
})

test('a secret key that other users can read', async () => {
  const settings = { DATA_DIR: temporary.path }
  await (await start({ env: settings })).stop()
  const list = () => runShell('node dist/main.js accounts list', { ...settings, LOG_LEVEL: 'warn' })
  const isSaid = async () => /other users can read the secret key/.test(JSON.stringify(await list()))
  expect(await isSaid()).toBe(false)
  chmodSync(join(temporary.path, 'secret.key'), 0o644)
  expect(await isSaid()).toBe(true)
})

test.each([
  [0, 10],
  [19, 19],
])('a niceness of %d is one of %d beside a service: never a rise, which only root may ask for', async (given, then) => {
  const module = compiled('src/cli/lowerPriority.ts')
  const program = `import(process.argv[1]).then((it) => { it.lowerPriority(); console.log(os.getPriority()) })`
  const { stdout } = await runShell(`nice -n ${given} node -e '${program}' ${module}`)
  expect(stdout).toBe(`${then}\n`)
})
