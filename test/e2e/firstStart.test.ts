// The first start and first mistakes of an operator.
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { ProcessService } from '../../testbed/service/processes.js'
import { runProgram } from '../../testbed/service/program.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

/** Does not exist before the first start. */
const parent = tempDirectory()
const directory = join(parent.path, 'data')
let service: ProcessService

beforeAll(async () => {
  service = await start({ where: 'process', limited: true, env: { DATA_DIR: directory } })
})

afterAll(async () => {
  await service.dispose()
  parent.remove()
})

const command = (...words: string[]) => service.operate(...words)

describe('the first start', () => {
  test('protects the data from other users of the machine', async () => {
    const secret = await stat(join(directory, 'secret.key'))
    expect(secret.mode & 0o777).toBe(0o600)
    for (const name of await readdir(directory)) expect((await stat(join(directory, name))).mode & 0o007).toBe(0)
  })
})

describe('an operator command', () => {
  test('verify prints a table with the reasons in words, and strips terminal escapes from addresses', async () => {
    const table = await command('verify', 'ada@null-mx.mailproof.net', 'a\u001b[31mb@x\u202e')
    expect(table.code).toBe(1)
    expect(table.stdout).toContain('The domain declares that it accepts no mail.')
    expect(table.stdout).not.toContain('\u001b[31mb')
    expect(table.stdout).not.toContain('\u202e')
  })
})

describe('an operator mistake', () => {
  test('in usage or in a setting exits with 2 and is reported', async () => {
    const usage = await command('nonsense')
    expect(usage).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("unknown command 'nonsense'") })
    const setting = await runProgram(['serve'], { ...service.settings, DATA_DIR: `${directory}-no`, PORT: 'eighty' })
    expect(setting).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^mailproof: PORT: [^\n]+\n$/) })
  })

  test('that starts a second service on the same data is refused in one line; the first continues', async () => {
    const { code, stdout, stderr } = await command('serve')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^mailproof: [^\n]+\n$/)
    expect(stderr).toContain(directory)
    expect((await service.request('GET', '/health')).body.status).toBe('ok')
  })

  test('that configures a used port is reported in one line', async () => {
    const { port } = new URL(service.url)
    const { code, stderr } = await runProgram(['serve'], {
      ...service.settings,
      PORT: port,
      DATA_DIR: `${directory}-other`,
    })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^mailproof: [^\n]*PORT[^\n]*\n$/)
  })

  test('that configures a file, or a path below one, as data directory is reported in one line', async () => {
    const file = join(directory, '..', 'file')
    await writeFile(file, '')
    for (const path of [file, join(file, 'data')]) {
      const { code, stderr } = await runProgram(['serve'], { ...service.settings, DATA_DIR: path })
      expect(code).toBe(2)
      expect(stderr).toMatch(/^mailproof: [^\n]+\n$/)
    }
  })
})
