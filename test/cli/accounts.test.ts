import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'

const directory = tempDirectory()
let service: InProcessService
let id: string

beforeAll(async () => {
  service = await start({ env: { DATA_DIR: directory.path } })
  id = (await service.account()).id
})
afterAll(async () => {
  await service.stop()
  directory.remove()
})

const accounts = (...words: string[]) =>
  runCommandLine(['accounts', ...words], { DATA_DIR: directory.path, LOG_LEVEL: 'silent' })
const json = async (...words: string[]) => JSON.parse((await accounts(...words, '--json')).stdout)

describe('accounts', () => {
  test('set-plan reports the outcome as a code, and as a sentence', async () => {
    expect(await json('set-plan', id, 'growth')).toEqual({ account: id, plan: 'growth', outcome: 'changed' })
    expect(await json('set-plan', id, 'growth')).toEqual({ account: id, plan: 'growth', outcome: 'unchanged' })
    expect((await accounts('set-plan', id, 'growth')).stdout).toBe(`${id} is already on the growth plan.\n`)
    expect((await accounts('set-plan', id, 'starter')).stdout).toBe(`${id} is now on the starter plan.\n`)
  })

  test('set-limits reports the outcome as a code, and as a sentence', async () => {
    expect(await json('set-limits', id, '--per-minute', '90')).toEqual({
      account: id,
      per_minute: 90,
      outcome: 'changed',
    })
    expect(await json('set-limits', id, '--per-minute', '90')).toMatchObject({ outcome: 'unchanged' })
    expect((await accounts('set-limits', id, '--per-minute', '90')).stdout).toBe(`${id} already has these limits.\n`)
  })

  test('erase needs --yes when standard input is not a terminal', async () => {
    expect(await accounts('erase', id)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'mailproof: Not a terminal: pass --yes to skip the confirmation.\n',
    })
  })

  test.each([
    [['set-plan', 'x', 'gold'], /Must be one of: free, starter, growth, enterprise\./],
    [['set-limits', 'x', '--per-minute', '0'], /Must be a positive integer or 'plan'\./],
    [['nonsense'], /Run mailproof --help for a list of commands\./],
  ])('%j is refused with a hint', async (words, message) => {
    expect(await accounts(...words)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) })
  })
})
